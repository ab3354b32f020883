import type { Metadata } from 'next';
import { ConfirmedNotice } from '@/components/account/confirmed-notice';
import { AuthLayout } from '@/components/auth/auth-layout';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: 'Confirmed' };

/** Shown in the window that confirmed a company account. */
export default async function ConfirmedPage(props: { searchParams: SearchParams }) {
  const { staff } = await staffPage('account.confirmed', props.searchParams);
  return (
    <AuthLayout title="Confirmed" intro="Close this window to continue.">
      <ConfirmedNotice staffId={staff.id} />
    </AuthLayout>
  );
}
