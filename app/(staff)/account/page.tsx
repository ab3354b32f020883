import type { Metadata } from 'next';
import { AccountView } from '@/components/account/account-view';
import { accountLabels } from '@/components/account/labels';
import { apiReferenceLabels } from '@/components/api-reference/labels';
import { Page, PageHeader } from '@/components/shell/page';
import { TextLink } from '@/components/ui/text-link';
import { readAccount } from '@/lib/auth/read-account';
import { version } from '@/lib/core/version';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readAccountNotifications } from '@/lib/outbox/staff/rules/account-notifications';
import { Hydrated } from '@/lib/query/hydrated';
import { dehydrateQueries } from '@/lib/query/hydration';
import { accountOptions } from '@/lib/query/use-account';
import { accountNotificationsOptions } from '@/lib/query/use-notification-rules';
import { readLivePosition, staffPage } from '@/lib/server';

export const metadata: Metadata = { title: accountLabels.title };

export default async function AccountPage(props: { searchParams: SearchParams }) {
  const { landfall, identity } = await staffPage('account', props.searchParams);
  const position = await readLivePosition();
  const [account, notifications] = await Promise.all([
    readAccount(landfall.auth, identity),
    readAccountNotifications(landfall.outbox, identity.staff),
  ]);
  const state = dehydrateQueries((client) => {
    client.setQueryData(accountOptions().queryKey, account);
    client.setQueryData(accountNotificationsOptions().queryKey, notifications);
  });
  return (
    <Page>
      <PageHeader title={accountLabels.title} meta={account.email} />
      <Hydrated state={state} position={position}>
        <AccountView />
      </Hydrated>
      <p className="mt-8 text-13 text-ink-2">
        {accountLabels.version(version)} ·{' '}
        <TextLink href="/api-reference" underlined>
          {apiReferenceLabels.title}
        </TextLink>
      </p>
    </Page>
  );
}
