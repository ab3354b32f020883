import type { ReactNode } from 'react';
import { settingsLabels } from '@/components/settings/labels';
import { SettingsTabs } from '@/components/settings/settings-tabs';
import { Page, PageHeader } from '@/components/shell/page';

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <Page>
      <PageHeader title={settingsLabels.title} />
      <SettingsTabs label={settingsLabels.sections} tabs={settingsLabels.tabs} />
      <div className="pt-6">{children}</div>
    </Page>
  );
}
