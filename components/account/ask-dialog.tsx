'use client';

import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** States the consequence before something is removed, ended or replaced. */
export function AskDialog({
  title,
  consequence,
  button,
  busy,
  onClose,
  onConfirm,
}: {
  title: string;
  consequence: string;
  button: string;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
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
    </Dialog>
  );
}
