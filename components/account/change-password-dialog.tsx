'use client';

import { useId, useState, type FormEvent } from 'react';
import type { ChangePasswordBody } from '@/lib/contract/account-requests';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { ProblemNotice, fieldErrors, problemOf } from '../ui/problem-notice';

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

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onChange({ current, password });
  }

  return (
    <Dialog
      size="sm"
      title="Change password"
      onClose={onClose}
      busy={busy}
      action={
        <Button variant="primary" type="submit" form={form} busy={busy}>
          Change password
        </Button>
      }
    >
      {/* The server checks the input, so that errors are in our words. */}
      <form id={form} noValidate onSubmit={submit} className="mt-4 grid gap-4">
        {currentErrors.length === 0 && passwordErrors.length === 0 && <ProblemNotice error={error} />}
        {/* For password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          error={currentErrors}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          data-autofocus
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          hint={`At least ${minLength} characters. Several words in a row are easy to remember and hard to guess.`}
          error={passwordErrors}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <p className="text-12 text-meta">Your other sessions end.</p>
      </form>
    </Dialog>
  );
}
