'use client';

import { useState } from 'react';
import type { Account } from '@/lib/contract/account';
import { toastError } from '../ui/problem-notice';
import { useChangeAccount } from '@/lib/query/use-account';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { AccountSection } from './account-section';
import { lazyComponent } from '../ui/lazy-component';

const AskDialog = lazyComponent(() => import('../ui/ask-dialog').then((module) => module.AskDialog));
const RecoveryCodesDialog = lazyComponent(() =>
  import('./recovery-codes').then((module) => module.RecoveryCodesDialog),
);

const lowCount = 3;

type OpenDialog = { dialog: 'ask' } | { dialog: 'codes'; codes: readonly string[] };

export function RecoverySection({ account }: { account: Account }) {
  const { createCodes } = useChangeAccount();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  // Close only this dialog: its close event can arrive after the next dialog has opened.
  const close = (dialog: OpenDialog['dialog']) => setOpen((now) => (now?.dialog === dialog ? null : now));
  const left = account.recoveryCodesLeft;
  return (
    <AccountSection
      title="Recovery codes"
      explanation="Each code works once, in place of a passkey that you have lost."
    >
      {left <= lowCount && (
        <Notice tone="turn" className="mb-3" title={left === 0 ? 'No codes left.' : `Only ${left} left.`}>
          Create new codes before you need one.
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex-1 text-13 text-ink-2">{left} unused</p>
        <Button onClick={() => setOpen({ dialog: 'ask' })}>Create new codes</Button>
      </div>
      {open?.dialog === 'ask' && (
        <AskDialog
          title="Create new codes?"
          consequence="You get ten new codes. The codes that you have now stop working."
          button="Create new codes"
          busy={createCodes.isPending}
          onClose={() => close('ask')}
          onConfirm={() =>
            createCodes.mutate(undefined, {
              onSuccess: ({ codes }) => setOpen({ dialog: 'codes', codes }),
              onError: (error) => {
                toastError('No codes were created', error);
                close('ask');
              },
            })
          }
        />
      )}
      {open?.dialog === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={() => close('codes')} />}
    </AccountSection>
  );
}
