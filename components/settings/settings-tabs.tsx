'use client';

import { usePathname } from 'next/navigation';
import { EnvLink } from '../shell/env-link';
import { Icon } from '../ui/icon';
import { LinkTabs } from '../ui/link-tabs';

/**
 * All sections are in sight, in as many rows as needed; on a phone in a list that opens. Links everywhere, because forms
 * with unsaved changes ask before a link is followed. The labels come from the server, so that the pages of the settings
 * do not load those of all others. `notes` are shown beside a section, for what needs attention there.
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
  const sections = Object.entries(tabs).map(([href, name]) => ({
    href,
    label: name,
    current: pathname === href,
    ...(notes[href] !== undefined && { count: <span className="text-unkn">{notes[href]}</span> }),
  }));
  return (
    <>
      <LinkTabs label={label} className="mt-2 flex-wrap gap-y-0 max-md:hidden" tabs={sections} />
      {/* By the path, so that it closes after navigating. */}
      <details key={pathname} className="mt-3 rounded-2 border border-control md:hidden">
        <summary className="flex h-11 list-none items-center gap-2 px-3 font-strong [&::-webkit-details-marker]:hidden">
          <span className="sr-only">{label}: </span>
          {tabs[pathname]}
          <Icon name="updown" size={14} className="ms-auto text-meta" />
        </summary>
        <nav aria-label={label} className="grid grid-cols-2 border-t p-1">
          {sections.map(({ href, label: name, current, count }) => (
            <EnvLink
              key={href}
              href={href}
              className="flex min-h-11 flex-wrap items-center gap-x-1.5 rounded-1 px-2 text-13 aria-[current]:font-strong"
              {...(current && { 'aria-current': 'page' as const })}
            >
              {name}
              {count}
            </EnvLink>
          ))}
        </nav>
      </details>
    </>
  );
}
