'use client';

import { useState, type FormEvent } from 'react';
import type { SavedView } from '@/lib/contract/saved-views';
import { fieldErrors, ProblemNotice, problemOf } from '../ui/problem-notice';
import { useChangeViews } from '@/lib/query/use-saved-views';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { editViewLabels } from './on-demand-labels';

export function SaveViewDialog({
  saved,
  query,
  onClose,
}: {
  saved: SavedView | null;
  query: string;
  onClose: () => void;
}) {
  const { save, change } = useChangeViews();
  const [name, setName] = useState(saved?.name ?? '');
  const [shared, setShared] = useState(saved?.shared ?? false);
  const [submitted, setSubmitted] = useState(false);
  const mutation = saved ? change : save;
  const nameErrors = fieldErrors(problemOf(mutation.error), 'name');
  const missing = submitted && name.trim() === '' ? [editViewLabels.nameMissing] : [];

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (name.trim() === '' || mutation.isPending) return;
    if (saved) change.mutate({ id: saved.id, name, shared }, { onSuccess: onClose });
    else save.mutate({ name, shared, query }, { onSuccess: onClose });
  }

  return (
    <Dialog
      size="sm"
      title={saved ? editViewLabels.renameTitle : editViewLabels.save}
      onClose={onClose}
      busy={mutation.isPending}
      action={
        <Button type="submit" form="save-view" variant="primary" busy={mutation.isPending}>
          {saved ? editViewLabels.rename : editViewLabels.save}
        </Button>
      }
    >
      <form id="save-view" onSubmit={submit} noValidate className="mt-2 grid gap-4">
        {!saved && <p className="text-ink-2">{editViewLabels.saveHint}</p>}
        <TextField
          label={editViewLabels.name}
          error={[...missing, ...nameErrors]}
          data-autofocus
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label={editViewLabels.share}
          hint={editViewLabels.shareHint}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {nameErrors.length === 0 && <ProblemNotice error={mutation.error} />}
      </form>
    </Dialog>
  );
}
