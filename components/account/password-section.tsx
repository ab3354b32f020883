'use client';

import { useState } from 'react';
import type { Account } from '@/lib/contract/account';
import { useChangeAccount } from '@/lib/query/use-account';
import { Button } from '../ui/button';
import { Time } from '../ui/time';
import { toast } from '../ui/toast-store';
import { AccountSection } from './account-section';
import { passwordLabels as labels } from './labels';
import { lazyComponent } from '../ui/lazy-component';

const ChangePasswordDialog = lazyComponent(() =>
  import('./change-password-dialog').then((module) => module.ChangePasswordDialog),
);

export function PasswordSection({ account }: { account: Account }) {
  const { changePassword } = useChangeAccount();
  const [open, setOpen] = useState(false);
  const close = () => {
    changePassword.reset();
    setOpen(false);
  };
  return (
    <AccountSection title={labels.title} explanation={labels.explanation}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex-1 text-13 text-ink-2">
          {account.passwordChangedAt === null ? (
            labels.unknown
          ) : (
            <>
              {labels.changed} <Time at={account.passwordChangedAt} />
            </>
          )}
        </p>
        <Button onClick={() => setOpen(true)}>{labels.change}</Button>
      </div>
      {open && (
        <ChangePasswordDialog
          email={account.email}
          minLength={account.minPasswordLength}
          busy={changePassword.isPending}
          error={changePassword.error}
          onClose={close}
          onChange={(body) =>
            changePassword.mutate(body, {
              onSuccess: () => {
                close();
                toast({ tone: 'done', title: labels.done });
              },
            })
          }
        />
      )}
    </AccountSection>
  );
}
