import { redirect } from 'next/navigation';
import { randomUUID } from 'node:crypto';
import { keepLanguage, renderCustomerPage } from '@/components/customer/render-customer-page';
import { HelpLine } from '@/components/customer/customer-layout';
import { MessagePage } from '@/components/customer/message-page';
import { MigrationView } from '@/components/customer/migration-view';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { getLandfall } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';
import { readMigration } from '@/lib/start/read-migration';

export default async function MigrationPage(props: { params: Promise<{ link: string }>; searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const [{ link }, params] = await Promise.all([props.params, props.searchParams]);
  const { branding } = await readBranding(landfall.database.db);
  const opened = await readMigration(landfall.start, link);
  if (opened.kind === 'moved') redirect(keepLanguage(`/m/${opened.migrationToken}`, params));
  const situation = opened.kind === 'migration' ? opened.migration.situation : undefined;
  return renderCustomerPage({ branding, path: `/m/${link}`, params, situation }, (messages) =>
    opened.kind === 'migration' ? (
      <MigrationView
        migration={opened.migration}
        branding={branding}
        messages={messages}
        linkToken={link}
        newAttempt={randomUUID()}
        problem={
          params['busy'] !== undefined
            ? messages.t('serviceUnavailable.busy')
            : params['attempt'] !== undefined
              ? messages.t('serviceUnavailable.text')
              : null
        }
      />
    ) : (
      <MessagePage title={messages.t(`${opened.kind}.title`)} text={messages.t(`${opened.kind}.text`)}>
        <HelpLine branding={branding} messages={messages} />
      </MessagePage>
    ),
  );
}
