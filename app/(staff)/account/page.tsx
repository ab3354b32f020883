import type { Metadata } from 'next';
import { AccountView } from '@/components/account/account-view';
import { Page, PageHeader } from '@/components/shell/page';
import { readAccount } from '@/lib/auth/read-account';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: 'My account' };

export default async function AccountPage(props: { searchParams: SearchParams }) {
  const { landfall, identity } = await staffPage('account', props.searchParams);
  const account = await readAccount(landfall.auth, identity);
  return (
    <Page>
      <PageHeader title="My account" meta={account.email} />
      <AccountView initial={account} />
    </Page>
  );
}
