import type { ReactNode } from 'react';
import { Page, PageHeader } from '@/components/shell/page';
import { SettingsTabs } from '@/components/settings/settings-tabs';

const sections = [
  { href: '/settings/staff', label: 'Staff' },
  { href: '/settings/branding', label: 'Branding' },
  { href: '/settings/sponsorship', label: 'Sponsorship policy' },
  { href: '/settings/warnings', label: 'Warnings' },
  { href: '/settings/connection', label: 'Connection' },
  { href: '/settings/data', label: 'Data and retention' },
];

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <Page>
      <PageHeader title="Settings" />
      <SettingsTabs sections={sections} />
      <div className="pt-6">{children}</div>
    </Page>
  );
}
