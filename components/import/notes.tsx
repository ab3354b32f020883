'use client';

import { useState, type FormEvent } from 'react';
import type { ImportDetail } from '@/lib/contract/imports';
import { useAddNote } from '@/lib/query/use-import';
import { Section } from '../shell/page';
import { Avatar } from '../ui/avatar';
import { Button } from '../ui/button';
import { TextAreaField } from '../ui/field';
import { onCtrlEnter } from '../ui/on-ctrl-enter';
import { ProblemNotice } from '../ui/problem-notice';
import { Time } from '../ui/time';
import { useEnvironment } from '../ui/use-environment';
import { noteLabels } from './labels';

export function Notes({
  notes,
  importId,
  mayWrite,
}: {
  notes: ImportDetail['notes'];
  importId: string;
  mayWrite: boolean;
}) {
  const [text, setText] = useState('');
  const add = useAddNote(useEnvironment(), importId);
  const send = () => {
    if (add.isPending || text.trim() === '') return;
    // Keeps what was typed while it was being saved.
    const onSuccess = () => setText((now) => (now.startsWith(text) ? now.slice(text.length).trimStart() : now));
    add.mutate({ text }, { onSuccess });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <Section title={noteLabels.title} count={notes.length > 0 ? notes.length : undefined} remark={noteLabels.remark}>
      {mayWrite && (
        <form onSubmit={submit} noValidate>
          <TextAreaField
            label={noteLabels.field}
            hideLabel
            rows={2}
            maxLength={4000}
            placeholder={noteLabels.placeholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onCtrlEnter(send)}
          />
          <ProblemNotice error={add.error} className="mt-2" />
          {(text !== '' || add.isPending) && (
            <Button type="submit" size="sm" busy={add.isPending} disabled={text.trim() === ''} className="mt-2">
              {noteLabels.add}
            </Button>
          )}
        </form>
      )}
      {notes.length === 0 && !mayWrite && <p className="text-13 text-meta">{noteLabels.none}</p>}
      {notes.length > 0 && (
        <ul className="mt-3 grid gap-3 text-13">
          {notes.toReversed().map((note) => (
            <li key={note.id} className="flex gap-2">
              <Avatar name={note.by} size="sm" />
              <div className="min-w-0">
                <p className="text-12 text-meta">
                  <b className="text-ink-2">{note.by}</b> <Time at={note.at} as="relative" />
                </p>
                <p className="[overflow-wrap:anywhere] whitespace-pre-line">{note.text}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
