'use client';

import { useState } from 'react';
import { ProblemNotice, fieldErrors, problemOf } from '../ui/problem-notice';
import { useAddPasskey, useConfirmIdentity } from '@/lib/query/use-account';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { useFormErrors } from '../ui/use-form-errors';
import { passkeyLabels, passkeyStepLabels as labels, recoveryLabels } from './labels';
import { RecoveryCodeList } from './recovery-codes';

/** Full page loads, because everything else was hidden until now. */
const continueTo = (href: string) => window.location.assign(href);

export function AddPasskeyStep({ device, href }: { device: string; href: string }) {
  const add = useAddPasskey();
  const [name, setName] = useState(device);
  const nameErrors = fieldErrors(problemOf(add.error), 'name');
  const codes = add.data?.recoveryCodes;
  const { errors, formProps } = useFormErrors({
    check: () => ({ name: name.trim() === '' ? passkeyLabels.nameMissing : undefined }),
    onValid: () => {
      if (add.isPending) return;
      add.mutate({ name }, { onSuccess: ({ recoveryCodes }) => recoveryCodes === null && continueTo(href) });
    },
    serverError: add.error,
  });

  if (codes) {
    return (
      <section aria-label={recoveryLabels.saveTitle} className="mt-6">
        <h2>{recoveryLabels.saveTitle}</h2>
        <RecoveryCodeList codes={codes} />
        <Button variant="primary" size="lg" className="mt-6 w-full" onClick={() => continueTo(href)}>
          {labels.continue}
        </Button>
      </section>
    );
  }
  return (
    <form {...formProps} className="mt-6 grid gap-4">
      {nameErrors.length === 0 && <ProblemNotice error={add.error} />}
      <TextField
        label={labels.name}
        required
        maxLength={60}
        error={errors.name ?? nameErrors}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" icon="key" className="w-full" busy={add.isPending}>
        {labels.add}
      </Button>
    </form>
  );
}

export function UsePasskeyStep({ href }: { href: string }) {
  const confirm = useConfirmIdentity();
  const [withCode, setWithCode] = useState(false);
  const [code, setCode] = useState('');
  const codeErrors = fieldErrors(problemOf(confirm.error), 'code');
  const done = { onSuccess: () => continueTo(href) };
  const { errors, formProps } = useFormErrors({
    check: () => ({ code: code.trim() === '' ? labels.codeMissing : undefined }),
    onValid: () => {
      if (!confirm.isPending) confirm.mutate({ way: 'recovery code', code }, done);
    },
    serverError: confirm.error,
  });

  return (
    <div className="mt-6 grid gap-4">
      {codeErrors.length === 0 && <ProblemNotice error={confirm.error} />}
      {withCode ? (
        <form {...formProps} className="grid gap-4">
          <TextField
            label={labels.code}
            required
            error={errors.code ?? codeErrors}
            autoComplete="off"
            spellCheck={false}
            inputClassName="font-mono"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            autoFocus
          />
          <Button type="submit" variant="primary" size="lg" className="w-full" busy={confirm.isPending}>
            {labels.continue}
          </Button>
        </form>
      ) : (
        <Button
          variant="primary"
          size="lg"
          icon="key"
          className="w-full"
          busy={confirm.isPending}
          onClick={() => confirm.mutate({ way: 'passkey' }, done)}
        >
          {labels.use}
        </Button>
      )}
      <Button
        variant="ghost"
        onClick={() => {
          confirm.reset();
          setWithCode(!withCode);
        }}
      >
        {withCode ? labels.useInstead : labels.codeInstead}
      </Button>
    </div>
  );
}
