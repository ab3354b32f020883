'use client';

import { useEffect, useId, useState } from 'react';
import { confirmedChannel } from '@/lib/contract/confirmed-channel';
import { ProblemNotice, fieldErrors, problemOf } from '../ui/problem-notice';
import { useConfirmIdentity, useConfirmWays, useCsrfToken } from '@/lib/query/use-account';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { useFormErrors } from '../ui/use-form-errors';
import { confirmLabels as labels } from './labels';

/** Opens above any other dialog, which keeps what was typed. */
export function ConfirmIdentityDialog({ staffId, onDone }: { staffId: string; onDone: (confirmed: boolean) => void }) {
  const form = useId();
  const ways = useConfirmWays();
  const confirm = useConfirmIdentity();
  const [password, setPassword] = useState('');
  const passwordErrors = fieldErrors(problemOf(confirm.error), 'password');
  const done = { onSuccess: () => onDone(true) };
  const { errors, formProps } = useFormErrors({
    check: () => ({ password: password === '' ? labels.passwordMissing : undefined }),
    onValid: () => {
      if (!confirm.isPending) confirm.mutate({ way: 'password', password }, done);
    },
    serverError: confirm.error,
  });

  return (
    <Dialog
      size="sm"
      title={labels.title}
      onClose={() => onDone(false)}
      busy={confirm.isPending}
      action={
        ways.data?.password && (
          <Button variant="primary" type="submit" form={form} busy={confirm.isPending}>
            {labels.confirm}
          </Button>
        )
      }
    >
      <p className="mt-2 text-14 text-pretty">{labels.explanation}</p>
      <div className="mt-4 grid gap-4">
        <ProblemNotice error={ways.error} />
        {passwordErrors.length === 0 && <ProblemNotice error={confirm.error} />}
        {ways.data?.password && (
          <form id={form} {...formProps}>
            <TextField
              label={labels.password}
              type="password"
              autoComplete="current-password"
              required
              error={errors.password ?? passwordErrors}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              autoFocus
            />
          </form>
        )}
        {ways.data?.passkey && (
          <Button icon="key" busy={confirm.isPending} onClick={() => confirm.mutate({ way: 'passkey' }, done)}>
            {labels.passkey}
          </Button>
        )}
        {ways.data?.companyAccount && <CompanyAccountForm staffId={staffId} onConfirmed={() => onDone(true)} />}
      </div>
    </Dialog>
  );
}

const popupName = 'landfall-confirm';

/** In another window, because the company account is another site and this page keeps what was typed. */
function CompanyAccountForm({ staffId, onConfirmed }: { staffId: string; onConfirmed: () => void }) {
  const csrf = useCsrfToken({ enabled: true });

  useEffect(() => {
    const channel = new BroadcastChannel(confirmedChannel);
    channel.onmessage = ({ data }) => {
      // Another person signed in there: this page shows the wrong account.
      if (data === staffId) onConfirmed();
      else window.location.reload();
    };
    return () => channel.close();
  }, [staffId, onConfirmed]);

  return (
    <form
      method="post"
      action="/api/auth/signin/oidc?prompt=login&max_age=0"
      target={popupName}
      onSubmit={() => window.open('about:blank', popupName, 'popup,width=520,height=720')}
      noValidate
    >
      <input type="hidden" name="csrfToken" value={csrf.data?.csrfToken ?? ''} />
      <input type="hidden" name="callbackUrl" value="/account/confirmed" />
      <Button type="submit" icon="key" className="w-full" busy={csrf.data === undefined}>
        {labels.companyAccount}
      </Button>
    </form>
  );
}
