'use client';

import { useId, useState } from 'react';
import type { ChangePasswordBody } from '@/lib/contract/account-requests';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { ProblemNotice, fieldErrors, problemOf } from '../ui/problem-notice';
import { useFormErrors } from '../ui/use-form-errors';
import { passwordLabels as labels } from './labels';

export function ChangePasswordDialog({
  email,
  minLength,
  busy,
  error,
  onClose,
  onChange,
}: {
  email: string;
  minLength: number;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onChange: (body: ChangePasswordBody) => void;
}) {
  const form = useId();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const problem = problemOf(error);
  const currentErrors = fieldErrors(problem, 'current');
  const passwordErrors = fieldErrors(problem, 'password');
  const { errors, formProps } = useFormErrors({
    check: () => ({
      current: current === '' ? labels.currentMissing : undefined,
      password: password === '' ? labels.newMissing : undefined,
    }),
    onValid: () => {
      if (!busy) onChange({ current, password });
    },
    serverError: error,
  });

  return (
    <Dialog
      size="sm"
      title={labels.change}
      onClose={onClose}
      busy={busy}
      action={
        <Button variant="primary" type="submit" form={form} busy={busy}>
          {labels.change}
        </Button>
      }
    >
      <form id={form} {...formProps} className="mt-4 grid gap-4">
        {currentErrors.length === 0 && passwordErrors.length === 0 && <ProblemNotice error={error} />}
        {/* For password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          label={labels.current}
          type="password"
          autoComplete="current-password"
          required
          error={errors.current ?? currentErrors}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          data-autofocus
        />
        <TextField
          label={labels.new}
          type="password"
          autoComplete="new-password"
          required
          hint={labels.newHint(minLength)}
          error={errors.password ?? passwordErrors}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <p className="text-12 text-meta">{labels.consequence}</p>
      </form>
    </Dialog>
  );
}
