'use client';

import type { AccountLink, StaffEntry } from '@/lib/contract/staff';
import { AskDialog } from '../ui/ask-dialog';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { Time } from '../ui/time';
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
  return (
    <AskDialog {...describeAction(action, entry)} busy={busy} onClose={onClose} onConfirm={onConfirm}>
      {isMe && action.kind !== 'enable' && (
        <Notice tone="turn" className="mt-4">
          This is your own account.
        </Notice>
      )}
    </AskDialog>
  );
}

/** Only the link's hash is stored, so this is the only time it is shown. */
export function LinkDialog({ email, link, onClose }: { email: string; link: AccountLink; onClose: () => void }) {
  return (
    <Dialog
      size="sm"
      title="Share this link"
      onClose={onClose}
      closeLabel={null}
      action={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="mt-2 text-14 text-pretty">
        Share this link with {email}, who chooses a password there. It works once, until{' '}
        <Time at={link.expiresAt} as="moment" />, and is not shown again.
      </p>
      <div className="mt-4 flex items-center justify-between gap-3 rounded-2 border bg-sunken px-3 py-2">
        <output className="mono min-w-0 text-12 [overflow-wrap:anywhere]" aria-label="Link">
          {link.url}
        </output>
        <CopyButton text={link.url} label="Copy link" />
      </div>
      <p className="mt-3 text-12 text-pretty text-meta">
        Because you have seen this link, you and this account count as one person where two are needed: for 7 days, or
        until another admin confirms the account.
      </p>
    </Dialog>
  );
}
