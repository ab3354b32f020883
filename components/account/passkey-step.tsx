'use client';

import { useState, type FormEvent } from 'react';
import { ProblemNotice, fieldErrors, problemOf } from '../ui/problem-notice';
import { useAddPasskey, useConfirmIdentity } from '@/lib/query/use-account';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { RecoveryCodeList } from './recovery-codes';

/** Full page loads, because everything else was hidden until now. */
const continueTo = (href: string) => window.location.assign(href);

export function AddPasskeyStep({ device, href }: { device: string; href: string }) {
  const add = useAddPasskey();
  const [name, setName] = useState(device);
  const nameErrors = fieldErrors(problemOf(add.error), 'name');
  const codes = add.data?.recoveryCodes;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (add.isPending) return;
    add.mutate({ name }, { onSuccess: ({ recoveryCodes }) => recoveryCodes === null && continueTo(href) });
  }

  if (codes) {
    return (
      <section aria-label="Save your recovery codes" className="mt-6">
        <h2>Save your recovery codes</h2>
        <RecoveryCodeList codes={codes} />
        <Button variant="primary" size="lg" className="mt-6 w-full" onClick={() => continueTo(href)}>
          Continue
        </Button>
      </section>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="mt-6 grid gap-4">
      {nameErrors.length === 0 && <ProblemNotice error={add.error} />}
      <TextField
        label="Name of this device"
        required
        maxLength={60}
        error={nameErrors}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" icon="key" className="w-full" busy={add.isPending}>
        Add passkey
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

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate({ way: 'recovery code', code }, done);
  }

  return (
    <div className="mt-6 grid gap-4">
      {codeErrors.length === 0 && <ProblemNotice error={confirm.error} />}
      {withCode ? (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <TextField
            label="Recovery code"
            required
            error={codeErrors}
            autoComplete="off"
            spellCheck={false}
            inputClassName="font-mono"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            autoFocus
          />
          <Button type="submit" variant="primary" size="lg" className="w-full" busy={confirm.isPending}>
            Continue
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
          Use your passkey
        </Button>
      )}
      <Button
        variant="ghost"
        onClick={() => {
          confirm.reset();
          setWithCode(!withCode);
        }}
      >
        {withCode ? 'Use your passkey instead' : 'Use a recovery code instead'}
      </Button>
    </div>
  );
}
