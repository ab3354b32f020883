'use client';

import { useId, useState } from 'react';
import { apiKeyLifetimes, apiKeyNameProblem, keyScopes, maxApiKeyName } from '@/lib/contract/api-key-rules';
import type { CreateApiKeyBody } from '@/lib/contract/api-keys';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { fieldErrors, ProblemNotice, problemOf } from '../ui/problem-notice';
import { RadioList } from '../ui/radio-cards';
import { SelectField } from '../ui/select';
import { useFormErrors } from '../ui/use-form-errors';
import { createKeyLabels as labels, scopeLabels } from './labels';

export function CreateKeyDialog({
  busy,
  error,
  onClose,
  onCreate,
}: {
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onCreate: (body: CreateApiKeyBody) => void;
}) {
  const form = useId();
  const [body, setBody] = useState<CreateApiKeyBody>({ name: '', scope: 'read', expiresInDays: 365 });
  const set = (change: Partial<CreateApiKeyBody>) => setBody({ ...body, ...change });
  const { errors, formProps } = useFormErrors<'name'>({
    check: () => {
      const name = apiKeyNameProblem(body.name);
      return name === undefined ? {} : { name };
    },
    onValid: () => {
      if (!busy) onCreate(body);
    },
    serverError: error,
  });
  const nameErrors = errors.name ?? fieldErrors(problemOf(error), 'name');
  return (
    <Dialog
      title={labels.title}
      onClose={onClose}
      busy={busy}
      action={
        <Button type="submit" form={form} variant="primary" busy={busy}>
          {labels.create}
        </Button>
      }
    >
      <form id={form} {...formProps} className="mt-4 grid gap-5">
        {nameErrors === undefined && <ProblemNotice error={error} />}
        <TextField
          label={labels.name}
          hint={labels.nameHint}
          error={nameErrors}
          maxLength={maxApiKeyName}
          autoComplete="off"
          value={body.name}
          onChange={(event) => set({ name: event.target.value })}
          data-autofocus
        />
        <RadioList
          legend={labels.scope}
          name={`${form}-scope`}
          options={keyScopes.map((value) => ({ value, ...scopeLabels[value] }))}
          value={body.scope}
          onChange={(scope) => set({ scope })}
        />
        <SelectField
          label={labels.expiry}
          options={apiKeyLifetimes.map((days) => ({ value: String(days), label: labels.days(days) }))}
          value={String(body.expiresInDays)}
          onChange={(days) => set({ expiresInDays: days === 'null' ? null : Number(days) })}
        />
      </form>
    </Dialog>
  );
}
