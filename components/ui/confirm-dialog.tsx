'use client';

import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { ProblemNotice } from './problem-notice';

/** States the consequence before something is removed, ended or replaced. */
export function ConfirmDialog({
  title,
  consequence,
  button,
  busy,
  error = null,
  onClose,
  onConfirm,
  children,
}: {
  title: string;
  consequence: string;
  button: string;
  busy: boolean;
  error?: Error | null;
  onClose: () => void;
  onConfirm: () => void;
  children?: ReactNode;
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
      {children}
      <ProblemNotice error={error} className="mt-4" />
    </Dialog>
  );
}
