import type { Metadata } from 'next';
import { ConfirmedNotice } from '@/components/account/confirmed-notice';
import { confirmLabels as labels } from '@/components/account/labels';
import { AuthLayout } from '@/components/auth/auth-layout';
import { currentStaff } from '@/lib/server';

export const metadata: Metadata = { title: labels.doneTitle };

/** Shown in the window that confirmed a company account. */
export default async function ConfirmedPage() {
  const staff = await currentStaff();
  return (
    <AuthLayout title={labels.doneTitle} intro={labels.doneText}>
      {staff && <ConfirmedNotice staffId={staff.id} />}
    </AuthLayout>
  );
}
