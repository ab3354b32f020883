'use client';

import type { Account } from '@/lib/contract/account';
import { toastError } from '../ui/problem-notice';
import { useAddPasskey, useChangeAccount } from '@/lib/query/use-account';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Time } from '../ui/time';
import { toast } from '../ui/toast-store';
import { AccountRow, AccountSection } from './account-section';
import { passkeyLabels as labels } from './labels';
import { lazyComponent } from '../ui/lazy-component';
import { useOpenDialog } from '../ui/use-open-dialog';

const PasskeyNameDialog = lazyComponent(() =>
  import('./passkey-name-dialog').then((module) => module.PasskeyNameDialog),
);
const RecoveryCodesDialog = lazyComponent(() =>
  import('./recovery-codes').then((module) => module.RecoveryCodesDialog),
);
const ConfirmDialog = lazyComponent(() => import('../ui/confirm-dialog').then((module) => module.ConfirmDialog));

type Passkey = Account['passkeys'][number];
type OpenDialog =
  | { dialog: 'add' }
  | { dialog: 'rename'; passkey: Passkey }
  | { dialog: 'remove'; passkey: Passkey }
  | { dialog: 'codes'; codes: readonly string[] };

export function PasskeySection({ account }: { account: Account }) {
  const add = useAddPasskey();
  const { renamePasskey, removePasskey } = useChangeAccount();
  const { open, setOpen, close } = useOpenDialog<OpenDialog>();
  const thisDevice = account.sessions.find(({ current }) => current)?.device ?? '';

  return (
    <AccountSection
      title={labels.title}
      explanation={account.passkeyRequired ? labels.explanationRequired : labels.explanation}
    >
      {account.passkeys.length > 0 && (
        <ul className="mb-3">
          {account.passkeys.map((passkey) => (
            <AccountRow
              key={passkey.id}
              title={
                <>
                  {passkey.name}
                  <Badge size="sm">{passkey.synced ? labels.synced : labels.oneDevice}</Badge>
                </>
              }
              facts={
                <>
                  {labels.added} <Time at={passkey.createdAt} />,{' '}
                  {passkey.lastUsedAt === null ? (
                    labels.unused
                  ) : (
                    <>
                      {labels.lastUsed} <Time at={passkey.lastUsedAt} />
                    </>
                  )}
                </>
              }
              actions={
                <>
                  <Button
                    size="sm"
                    onClick={() => {
                      renamePasskey.reset();
                      setOpen({ dialog: 'rename', passkey });
                    }}
                  >
                    {labels.rename}
                    <span className="sr-only"> {passkey.name}</span>
                  </Button>
                  <Button size="sm" onClick={() => setOpen({ dialog: 'remove', passkey })}>
                    {labels.remove}
                    <span className="sr-only"> {passkey.name}</span>
                  </Button>
                </>
              }
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex-1 text-13 text-ink-2">{account.passkeys.length === 0 && labels.none}</p>
        <Button
          icon="plus"
          onClick={() => {
            add.reset();
            setOpen({ dialog: 'add' });
          }}
        >
          {labels.add}
        </Button>
      </div>
      {open?.dialog === 'add' && (
        <PasskeyNameDialog
          title={labels.addTitle}
          intro={labels.addIntro}
          button={labels.continue}
          initialName={thisDevice}
          busy={add.isPending}
          error={add.error}
          onClose={() => close('add')}
          onSubmit={(name) =>
            add.mutate(
              { name },
              {
                onSuccess: ({ recoveryCodes }) => {
                  toast({ tone: 'done', title: labels.addDone });
                  setOpen(recoveryCodes === null ? null : { dialog: 'codes', codes: recoveryCodes });
                },
              },
            )
          }
        />
      )}
      {open?.dialog === 'rename' && (
        <PasskeyNameDialog
          title={labels.renameTitle}
          intro={labels.renameIntro}
          button={labels.rename}
          initialName={open.passkey.name}
          mustChange
          busy={renamePasskey.isPending}
          error={renamePasskey.error}
          onClose={() => close('rename')}
          onSubmit={(name) => renamePasskey.mutate({ id: open.passkey.id, name }, { onSuccess: () => close('rename') })}
        />
      )}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          title={labels.removeTitle(open.passkey.name)}
          consequence={labels.removeConsequence}
          button={labels.remove}
          busy={removePasskey.isPending}
          onClose={() => close('remove')}
          onConfirm={() =>
            removePasskey.mutate(
              { id: open.passkey.id },
              {
                onSuccess: () => toast({ tone: 'done', title: labels.removeDone }),
                onError: (error) => toastError(labels.removeFailed, error),
                onSettled: () => close('remove'),
              },
            )
          }
        />
      )}
      {open?.dialog === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={() => close('codes')} />}
    </AccountSection>
  );
}
