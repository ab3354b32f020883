'use client';

import { usePathname } from 'next/navigation';
import { LinkTabs } from '../ui/link-tabs';

/** The labels come from the server, so that the pages of the settings do not load those of all others. */
export function SettingsTabs({ label, tabs }: { label: string; tabs: Readonly<Record<string, string>> }) {
  const pathname = usePathname();
  return (
    <LinkTabs
      label={label}
      className="mt-2"
      tabs={Object.entries(tabs).map(([href, name]) => ({ href, label: name, current: pathname === href }))}
    />
  );
}
