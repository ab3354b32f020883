'use client';

import { type FormEvent, useId, useState } from 'react';
import type { Problem } from '@/lib/contract/problem';
import type { Role } from '@/lib/contract/roles';
import type { AddStaffBody, StaffList } from '@/lib/contract/staff';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Notice } from '../ui/notice';
import { fieldErrors } from '../ui/problem-notice';
import { SelectField } from '../ui/select';
import { inviteLabels as labels } from './labels';
import { roleOptions } from './staff-actions';

export function InviteDialog({
  ways,
  busy,
  problem,
  onClose,
  onInvite,
}: {
  ways: StaffList['ways'];
  busy: boolean;
  problem: Problem | null;
  onClose: () => void;
  onInvite: (person: AddStaffBody) => void;
}) {
  const form = useId();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [way, setWay] = useState(ways[0] ?? 'local');
  const emailErrors = fieldErrors(problem, 'email');
  const nameErrors = fieldErrors(problem, 'name');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onInvite({ email, name, role, way });
  }

  return (
    <Dialog
      title={labels.title}
      onClose={onClose}
      busy={busy}
      action={
        <Button variant="primary" type="submit" form={form} busy={busy}>
          {labels.add}
        </Button>
      }
    >
      {/* The server checks the input, so that errors are in our words. */}
      <form id={form} noValidate onSubmit={submit} className="mt-4 grid gap-4">
        {problem !== null && emailErrors.length === 0 && nameErrors.length === 0 && (
          <Notice tone="error" live title={problem.title}>
            {problem.detail}
          </Notice>
        )}
        <TextField
          label={labels.email}
          required
          error={emailErrors}
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          data-autofocus
        />
        <TextField
          label={labels.name}
          optional
          error={nameErrors}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={labels.role}
          hint={labels.roleHint(role)}
          value={role}
          options={roleOptions}
          onChange={setRole}
        />
        {ways.length > 1 && (
          <SelectField
            label={labels.signsInWith}
            value={way}
            options={[
              { value: 'oidc', label: labels.oidc },
              { value: 'local', label: labels.local },
            ]}
            onChange={setWay}
          />
        )}
      </form>
    </Dialog>
  );
}
