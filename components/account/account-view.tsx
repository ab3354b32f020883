'use client';

// Before the hooks, for the reason in `problem-notice.tsx`.
import { PasskeySection } from './passkey-section';
import { useAccount } from '@/lib/query/use-account';
import { Notice } from '../ui/notice';
import { accountLabels as labels } from './labels';
import { NotificationSection } from './notification-section';
import { PasswordSection } from './password-section';
import { RecoverySection } from './recovery-section';
import { SessionSection } from './session-section';

export function AccountView() {
  const account = useAccount().data;
  return (
    <div className="mt-6 grid gap-8">
      {account.local ? (
        <>
          <PasswordSection account={account} />
          <PasskeySection account={account} />
          {account.passkeys.length > 0 && <RecoverySection account={account} />}
        </>
      ) : (
        <Notice title={labels.companyAccount}>{labels.companyAccountHint}</Notice>
      )}
      <NotificationSection />
      <SessionSection account={account} />
    </div>
  );
}
