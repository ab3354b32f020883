import type { ReactNode } from 'react';
import { settingsLabels } from '@/components/settings/labels';
import { SettingsTabs } from '@/components/settings/settings-tabs';
import { Page, PageHeader } from '@/components/shell/page';
import { countRecentFailures } from '@/lib/outbox/log/count-recent-failures';
import { currentStaff, getLandfall } from '@/lib/server';

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  // Each page checks access. The layout of a page without access has no number.
  const staff = await currentStaff();
  const failed = staff?.role === 'admin' ? await countRecentFailures((await getLandfall()).outbox) : 0;
  return (
    <Page>
      <PageHeader title={settingsLabels.title} />
      <SettingsTabs
        label={settingsLabels.sections}
        tabs={settingsLabels.tabs}
        notes={failed === 0 ? {} : { '/settings/messages': settingsLabels.failed(failed) }}
      />
      <div className="pt-6">{children}</div>
    </Page>
  );
}
