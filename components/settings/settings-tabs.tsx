'use client';

import { usePathname } from 'next/navigation';
import { LinkTabs } from '../ui/link-tabs';

/**
 * The labels come from the server, so that the pages of the settings do not load those of all others. `notes` are shown
 * beside a tab, for what needs attention there.
 */
export function SettingsTabs({
  label,
  tabs,
  notes,
}: {
  label: string;
  tabs: Readonly<Record<string, string>>;
  notes: Readonly<Record<string, string>>;
}) {
  const pathname = usePathname();
  return (
    <LinkTabs
      label={label}
      className="mt-2"
      tabs={Object.entries(tabs).map(([href, name]) => ({
        href,
        label: name,
        current: pathname === href,
        ...(notes[href] !== undefined && { count: <span className="text-unkn">{notes[href]}</span> }),
      }))}
    />
  );
}
