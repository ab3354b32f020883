'use client';

import type { ApiKey, SavedApiKey } from '@/lib/contract/api-keys';
import { useApiKeys, useChangeApiKeys } from '@/lib/query/use-api-keys';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { lazyComponent } from '../ui/lazy-component';
import { toast } from '../ui/toast-store';
import { ApiKeyTable } from './api-key-table';
import { apiKeyLabels as labels, keyExample, keySecretLabels } from './labels';
import { useOpenDialog } from '../ui/use-open-dialog';

const ConfirmDialog = lazyComponent(() => import('../ui/confirm-dialog').then((module) => module.ConfirmDialog));
const CreateKeyDialog = lazyComponent(() => import('./create-key-dialog').then((module) => module.CreateKeyDialog));
const SecretDialog = lazyComponent(() => import('../ui/secret-dialog').then((module) => module.SecretDialog));

type OpenDialog =
  | { dialog: 'create' }
  | { dialog: 'rotate' | 'revoke'; key: ApiKey }
  | { dialog: 'secret'; secret: string; rotated: boolean };

export function ApiKeysView() {
  const { keys, maxCallsPerMinute } = useApiKeys().data;
  const { create, rotate, revoke } = useChangeApiKeys();
  const { open, setOpen, close: closeDialog } = useOpenDialog<OpenDialog>();
  const close = (dialog: OpenDialog['dialog']) => {
    closeDialog(dialog);
    for (const mutation of [create, rotate, revoke]) mutation.reset();
  };
  const showSecret =
    (rotated: boolean) =>
    ({ secret }: SavedApiKey) =>
      setOpen(secret === null ? null : { dialog: 'secret', secret, rotated });
  const addButton = (
    <Button variant="primary" size="sm" icon="plus" onClick={() => setOpen({ dialog: 'create' })}>
      {labels.add}
    </Button>
  );
  return (
    <Section title={labels.title} ruled={false} count={keys.length} {...(keys.length > 0 && { remark: addButton })}>
      {keys.length === 0 ? (
        <EmptyState icon="key" title={labels.none} actions={addButton}>
          {labels.noneText}
        </EmptyState>
      ) : (
        <>
          <p className="mb-4 max-w-2xl text-13 text-pretty text-ink-2">{labels.limit(maxCallsPerMinute)}</p>
          <ApiKeyTable keys={keys} onAction={(dialog, key) => setOpen({ dialog, key })} />
        </>
      )}
      {open?.dialog === 'create' && (
        <CreateKeyDialog
          busy={create.isPending}
          error={create.error}
          onClose={() => close('create')}
          onCreate={(body) => create.mutate(body, { onSuccess: showSecret(false) })}
        />
      )}
      {open?.dialog === 'rotate' && (
        <ConfirmDialog
          title={labels.rotateTitle(open.key.name)}
          consequence={open.key.oldSecretUntil === null ? labels.rotateConsequence : labels.rotateAgainConsequence}
          button={labels.rotateButton}
          busy={rotate.isPending}
          error={rotate.error}
          onClose={() => close('rotate')}
          onConfirm={() => rotate.mutate(open.key, { onSuccess: showSecret(true) })}
        />
      )}
      {open?.dialog === 'revoke' && (
        <ConfirmDialog
          title={labels.revokeTitle(open.key.name)}
          consequence={labels.revokeConsequence}
          button={labels.revokeButton}
          busy={revoke.isPending}
          error={revoke.error}
          onClose={() => close('revoke')}
          onConfirm={() =>
            revoke.mutate(open.key, {
              onSuccess: () => {
                close('revoke');
                toast({ tone: 'done', title: labels.revoked });
              },
            })
          }
        />
      )}
      {open?.dialog === 'secret' && (
        <SecretDialog
          secret={open.secret}
          rotated={open.rotated}
          labels={keySecretLabels}
          example={keyExample(window.location.origin)}
          onClose={() => close('secret')}
        />
      )}
    </Section>
  );
}
