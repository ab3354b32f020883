'use client';

import { useId, useState, type FormEvent } from 'react';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { ProblemNotice, fieldErrors, problemOf } from '../ui/problem-notice';

/** For adding and for renaming. */
export function PasskeyNameDialog({
  title,
  intro,
  button,
  initialName,
  busy,
  error,
  onClose,
  onSubmit,
}: {
  title: string;
  intro: string;
  button: string;
  initialName: string;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onSubmit: (name: string) => void;
}) {
  const form = useId();
  const [name, setName] = useState(initialName);
  const nameErrors = fieldErrors(problemOf(error), 'name');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onSubmit(name);
  }

  return (
    <Dialog
      size="sm"
      title={title}
      onClose={onClose}
      busy={busy}
      action={
        <Button variant="primary" type="submit" form={form} busy={busy}>
          {button}
        </Button>
      }
    >
      <p className="mt-2 text-14 text-pretty">{intro}</p>
      <form id={form} noValidate onSubmit={submit} className="mt-4 grid gap-4">
        {nameErrors.length === 0 && <ProblemNotice error={error} />}
        <TextField
          label="Name"
          required
          maxLength={60}
          error={nameErrors}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
          data-autofocus
        />
      </form>
    </Dialog>
  );
}
