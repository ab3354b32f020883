'use client';

import type { ReactNode } from 'react';
import { TextAreaField } from '../ui/field';

export function ReasonAndNote({
  reason,
  note,
  reasonOptional,
  reasonErrors,
  many = false,
  onReason,
  onNote,
}: {
  reason: string;
  note: string;
  reasonOptional: boolean;
  reasonErrors?: readonly string[] | undefined;
  /** The decision is about several customers. */
  many?: boolean;
  onReason: (reason: string) => void;
  onNote: (note: string) => void;
}): ReactNode {
  return (
    <>
      <TextAreaField
        label="Reason"
        hint="For your colleagues and the audit."
        optional={reasonOptional}
        error={reasonErrors}
        className="mt-4"
        data-autofocus
        maxLength={4000}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
      <TextAreaField
        label={many ? 'Note to the customers' : 'Note to the customer'}
        hint={many ? 'Shown on their migration pages.' : 'Shown on their migration page.'}
        optional
        className="mt-4"
        maxLength={4000}
        value={note}
        onChange={(event) => onNote(event.target.value)}
      />
    </>
  );
}
