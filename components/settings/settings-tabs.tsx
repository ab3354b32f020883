'use client';

import { usePathname } from 'next/navigation';
import { LinkTabs } from '../ui/link-tabs';
import { settingsLabels } from './labels';

export function SettingsTabs() {
  const pathname = usePathname();
  return (
    <LinkTabs
      label={settingsLabels.sections}
      className="mt-2"
      tabs={Object.entries(settingsLabels.tabs).map(([href, label]) => ({ href, label, current: pathname === href }))}
    />
  );
}
