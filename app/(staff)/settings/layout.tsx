import type { ReactNode } from 'react';
import { settingsLabels } from '@/components/settings/labels';
import { settingsSections } from '@/components/settings/section-labels';
import { SettingsTabs } from '@/components/settings/settings-tabs';
import { Page, PageHeader } from '@/components/shell/page';
import { countUnsentMessages } from '@/lib/outbox/log/count-unsent-messages';
import { currentStaff, getLandfall } from '@/lib/server';

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  // Each page checks access. The layout of a page without access has no number.
  const staff = await currentStaff();
  const unsent = staff?.role === 'admin' ? await countUnsentMessages((await getLandfall()).outbox) : undefined;
  const note = unsent && settingsLabels.unsent(unsent);
  return (
    <Page>
      <PageHeader title={settingsLabels.title} />
      <SettingsTabs
        label={settingsLabels.sections}
        tabs={settingsSections}
        notes={note ? { '/settings/messages': note } : {}}
      />
      <div className="pt-6">{children}</div>
    </Page>
  );
}
