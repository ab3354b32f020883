'use client';

import { usePathname } from 'next/navigation';
import { LinkTabs } from '../ui/link-tabs';
import { settingsLabels } from './labels';

export function SettingsTabs({ sections }: { sections: readonly { href: string; label: string }[] }) {
  const pathname = usePathname();
  return (
    <LinkTabs
      label={settingsLabels.sections}
      className="mt-2"
      tabs={sections.map(({ href, label }) => ({ href, label, current: pathname === href }))}
    />
  );
}
