'use client';

import type { Account } from '@/lib/contract/account';
import { toastError } from '../ui/problem-notice';
import { useChangeAccount } from '@/lib/query/use-account';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { AccountSection } from './account-section';
import { recoveryLabels as labels } from './labels';
import { lazyComponent } from '../ui/lazy-component';
import { useOpenDialog } from '../ui/use-open-dialog';

const ConfirmDialog = lazyComponent(() => import('../ui/confirm-dialog').then((module) => module.ConfirmDialog));
const RecoveryCodesDialog = lazyComponent(() =>
  import('./recovery-codes').then((module) => module.RecoveryCodesDialog),
);

const lowCount = 3;

type OpenDialog = { dialog: 'ask' } | { dialog: 'codes'; codes: readonly string[] };

export function RecoverySection({ account }: { account: Account }) {
  const { createCodes } = useChangeAccount();
  const { open, setOpen, close } = useOpenDialog<OpenDialog>();
  const left = account.recoveryCodesLeft;
  return (
    <AccountSection title={labels.title} explanation={labels.explanation}>
      {left <= lowCount && (
        <Notice tone="turn" className="mb-3" title={left === 0 ? labels.noneLeft : labels.fewLeft(left)}>
          {labels.createSoon}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex-1 text-13 text-ink-2">{labels.unused(left)}</p>
        <Button onClick={() => setOpen({ dialog: 'ask' })}>{labels.create}</Button>
      </div>
      {open?.dialog === 'ask' && (
        <ConfirmDialog
          title={labels.createTitle}
          consequence={labels.createConsequence}
          button={labels.create}
          busy={createCodes.isPending}
          onClose={() => close('ask')}
          onConfirm={() =>
            createCodes.mutate(undefined, {
              onSuccess: ({ codes }) => setOpen({ dialog: 'codes', codes }),
              onError: (error) => {
                toastError(labels.createFailed, error);
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
