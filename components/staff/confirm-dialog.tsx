'use client';

import type { StaffEntry, StaffWithPassword } from '@/lib/contract/staff';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { type StaffAction, describeAction } from './staff-actions';

export function ConfirmDialog({
  action,
  entry,
  isMe,
  busy,
  onClose,
  onConfirm,
}: {
  action: StaffAction;
  entry: StaffEntry;
  isMe: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { title, consequence, button } = describeAction(action, entry);
  return (
    <Dialog
      size="sm"
      title={title}
      onClose={onClose}
      busy={busy}
      action={
        <Button variant="primary" busy={busy} onClick={onConfirm} data-autofocus>
          {button}
        </Button>
      }
    >
      <p className="mt-2 text-14 text-pretty">{consequence}</p>
      {isMe && action.kind !== 'enable' && (
        <Notice tone="turn" className="mt-4">
          This is your own account.
        </Notice>
      )}
    </Dialog>
  );
}

/** Passwords are not stored, so this is the only time it is shown. */
export function PasswordDialog({
  account,
  isNew,
  onClose,
}: {
  account: StaffWithPassword;
  isNew: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      size="sm"
      title={isNew ? 'Hand this over' : 'The new password'}
      onClose={onClose}
      closeLabel={null}
      action={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="mt-2 text-14 text-pretty">
        {account.email} signs in with this password. It is shown this once; close this and it is gone.
      </p>
      <div className="mt-4 flex items-center justify-between gap-3 rounded-2 border bg-sunken px-3 py-2">
        <output className="mono min-w-0 text-14 [overflow-wrap:anywhere]" aria-label="Password">
          {account.password}
        </output>
        <CopyButton text={account.password ?? ''} label="Copy the password" />
      </div>
    </Dialog>
  );
}
