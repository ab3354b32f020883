'use client';

import { useId, useState } from 'react';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { ProblemNotice, fieldErrors, problemOf } from '../ui/problem-notice';
import { useFormErrors } from '../ui/use-form-errors';
import { passkeyLabels as labels } from './labels';

/** For adding and for renaming. */
export function PasskeyNameDialog({
  title,
  intro,
  button,
  initialName,
  mustChange = false,
  busy,
  error,
  onClose,
  onSubmit,
}: {
  title: string;
  intro: string;
  button: string;
  initialName: string;
  /** The button is disabled until the name is another one. */
  mustChange?: boolean;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onSubmit: (name: string) => void;
}) {
  const form = useId();
  const [name, setName] = useState(initialName);
  const nameErrors = fieldErrors(problemOf(error), 'name');
  const { errors, formProps } = useFormErrors({
    check: () => ({ name: name.trim() === '' ? labels.nameMissing : undefined }),
    onValid: () => {
      if (!busy) onSubmit(name);
    },
    serverError: error,
  });

  return (
    <Dialog
      size="sm"
      title={title}
      onClose={onClose}
      busy={busy}
      action={
        <Button
          variant="primary"
          type="submit"
          form={form}
          busy={busy}
          disabled={mustChange && name.trim() === initialName}
        >
          {button}
        </Button>
      }
    >
      <p className="mt-2 text-14 text-pretty">{intro}</p>
      <form id={form} {...formProps} className="mt-4 grid gap-4">
        {nameErrors.length === 0 && <ProblemNotice error={error} />}
        <TextField
          label={labels.name}
          required
          maxLength={60}
          error={errors.name ?? nameErrors}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
          data-autofocus
        />
      </form>
    </Dialog>
  );
}
