'use client';

import type { StaffWithPassword } from '@/lib/contract/staff';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';

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
