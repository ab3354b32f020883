'use client';

import type { ReactNode } from 'react';
import { TextAreaField } from '../ui/field';
import { reasonLabels } from './dialog-labels';

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
        label={reasonLabels.reason}
        hint={reasonLabels.reasonHint}
        optional={reasonOptional}
        error={reasonErrors}
        className="mt-4"
        data-autofocus
        maxLength={4000}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
      <TextAreaField
        label={reasonLabels.note(many)}
        hint={reasonLabels.noteHint(many)}
        optional
        className="mt-4"
        maxLength={4000}
        value={note}
        onChange={(event) => onNote(event.target.value)}
      />
    </>
  );
}
