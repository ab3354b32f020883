'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { StaffEntry, StaffList, StaffWithPassword } from '@/lib/contract/staff';
import { ApiProblem } from '@/lib/query/ask';
import { useChangeStaff, useStaff } from '@/lib/query/use-staff';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { toast } from '../ui/toast-store';
import type { StaffAct } from './staff-acts';
import { StaffTable } from './staff-table';

const InviteDialog = dynamic(() => import('./invite-dialog').then((module) => module.InviteDialog));
const ConfirmDialog = dynamic(() => import('./confirm-dialog').then((module) => module.ConfirmDialog));
const PasswordDialog = dynamic(() => import('./password-dialog').then((module) => module.PasswordDialog));

type Open =
  | { dialog: 'invite' }
  | { dialog: 'confirm'; act: StaffAct; entry: StaffEntry }
  | { dialog: 'password'; made: StaffWithPassword; isNew: boolean };

/** Who may sign in, as what, and when they were last here. Every change is asked about once and then done at once. */
export function StaffView({ initial, me }: { initial: StaffList; me: string }) {
  const { staff, ways } = useStaff(initial).data;
  const { add, change, resetPassword, signOut } = useChangeStaff();
  const [open, setOpen] = useState<Open | null>(null);
  // Each dialog puts away only itself: the one before it may say that it closed after the next has opened.
  const close = (dialog: Open['dialog']) => setOpen((now) => (now?.dialog === dialog ? null : now));
  const busy = change.isPending || resetPassword.isPending || signOut.isPending;

  async function perform(act: StaffAct, entry: StaffEntry) {
    try {
      if (act.kind === 'role') await change.mutateAsync({ id: entry.id, role: act.role });
      if (act.kind === 'disable') await change.mutateAsync({ id: entry.id, disabled: true });
      if (act.kind === 'enable') await change.mutateAsync({ id: entry.id, disabled: false });
      if (act.kind === 'sign-out') await signOut.mutateAsync({ id: entry.id });
      if (act.kind === 'reset') {
        const made = await resetPassword.mutateAsync({ id: entry.id });
        setOpen({ dialog: 'password', made, isNew: false });
        return;
      }
      toast({ tone: 'done', title: doneWords(act, entry) });
    } catch (error) {
      toast({ tone: 'error', title: 'That was not done', ...problemOf(error) });
    }
    close('confirm');
  }

  const active = staff.filter((entry) => !entry.disabled).length;
  return (
    <Section
      title="Staff"
      count={active}
      ruled={false}
      remark={
        <Button variant="primary" size="sm" icon="plus" onClick={() => setOpen({ dialog: 'invite' })}>
          Invite
        </Button>
      }
    >
      <StaffTable staff={staff} me={me} onAct={(act, entry) => setOpen({ dialog: 'confirm', act, entry })} />
      {open?.dialog === 'invite' && (
        <InviteDialog
          ways={ways}
          busy={add.isPending}
          problem={add.error instanceof ApiProblem ? add.error.problem : null}
          onClose={() => {
            add.reset();
            close('invite');
          }}
          onInvite={async (person) => {
            const made = await add.mutateAsync(person).catch(() => null);
            if (made === null) return;
            if (made.password === null) {
              toast({ tone: 'done', title: `${made.email} may sign in now` });
              close('invite');
            } else setOpen({ dialog: 'password', made, isNew: true });
          }}
        />
      )}
      {open?.dialog === 'confirm' && (
        <ConfirmDialog
          act={open.act}
          entry={open.entry}
          isMe={open.entry.id === me}
          busy={busy}
          onClose={() => close('confirm')}
          onConfirm={() => perform(open.act, open.entry)}
        />
      )}
      {open?.dialog === 'password' && (
        <PasswordDialog made={open.made} isNew={open.isNew} onClose={() => close('password')} />
      )}
    </Section>
  );
}

function doneWords(act: StaffAct, entry: StaffEntry): string {
  switch (act.kind) {
    case 'role':
      return `${entry.email} is ${act.role} now`;
    case 'disable':
      return `${entry.email} is disabled and signed out`;
    case 'enable':
      return `${entry.email} may sign in again`;
    default:
      return `${entry.email} is signed out everywhere`;
  }
}

function problemOf(error: unknown): { detail?: string; requestId?: string } {
  return error instanceof ApiProblem ? { detail: error.problem.detail, requestId: error.problem.requestId } : {};
}
