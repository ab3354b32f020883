'use client';

import type { StaffEntry } from '@/lib/contract/staff';
import { Button } from '../ui/button';
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
