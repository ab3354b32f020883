'use client';

import type { AccountLink, StaffEntry } from '@/lib/contract/staff';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { SecretBox } from '../ui/secret-box';
import { Time } from '../ui/time';
import { confirmLabels, linkLabels } from './labels';
import { type StaffAction, describeAction } from './staff-actions';

export function StaffActionDialog({
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
    <ConfirmDialog
      title={title}
      consequence={consequence}
      button={button}
      busy={busy}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {isMe && action.kind !== 'enable' && (
        <Notice tone="turn" className="mt-4">
          {confirmLabels.ownAccount}
        </Notice>
      )}
    </ConfirmDialog>
  );
}

/** Only the link's hash is stored, so this is the only time it is shown. */
export function LinkDialog({ email, link, onClose }: { email: string; link: AccountLink; onClose: () => void }) {
  return (
    <Dialog
      size="sm"
      title={linkLabels.title}
      onClose={onClose}
      closeLabel={null}
      action={
        <Button variant="primary" onClick={onClose}>
          {linkLabels.done}
        </Button>
      }
    >
      <p className="mt-2 text-14 text-pretty">
        {linkLabels.share(email)} <Time at={link.expiresAt} as="moment" />
        {linkLabels.shownOnce}
      </p>
      <SecretBox secret={link.url} label={linkLabels.link} copyLabel={linkLabels.copy} />
      <p className="mt-3 text-12 text-pretty text-meta">{linkLabels.samePerson}</p>
    </Dialog>
  );
}
