import type { Metadata } from 'next';
import { ConfirmedNotice } from '@/components/account/confirmed-notice';
import { AuthLayout } from '@/components/auth/auth-layout';
import { currentStaff } from '@/lib/server';

export const metadata: Metadata = { title: 'Confirmed' };

/** Shown in the window that confirmed a company account. */
export default async function ConfirmedPage() {
  const staff = await currentStaff();
  return (
    <AuthLayout title="Confirmed" intro="Close this window to continue.">
      {staff && <ConfirmedNotice staffId={staff.id} />}
    </AuthLayout>
  );
}
