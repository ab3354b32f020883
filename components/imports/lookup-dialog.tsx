'use client';

import { useState, type FormEvent, type ReactNode } from 'react';
import { ProblemNotice, problemOf } from '../ui/problem-notice';
import { useStartBulkLookup } from '@/lib/query/use-imports';
import { Button, ButtonContent } from '../ui/button';
import { buttonClasses } from '../ui/button-classes';
import { Dialog } from '../ui/dialog';
import { TextAreaField, TextField } from '../ui/field';
import { Icon } from '../ui/icon';
import { formatNumber } from '../ui/number';
import { SegmentedRadios } from '../ui/segmented';
import { useViewer } from '../ui/viewer';
import { BulkLookupProgress } from './bulk-lookup-progress';
import { lookupDialogLabels } from './on-demand-labels';
import { maxUsernames, parseUsernames } from './parse-usernames';
import { useEnvironment } from '../ui/use-environment';

export type LookupMode = 'one' | 'many';
const maxFileBytes = 1_000_000;

/** Looks up one customer at once, or many in the background. */
export function LookupDialog({
  mode: initialMode,
  mayBulkLookup,
  runId,
  onLookup,
  onRun,
  onClose,
}: {
  mode: LookupMode;
  mayBulkLookup: boolean;
  /** A bulk lookup that is running or finished. */
  runId: string | null;
  onLookup: (name: string) => void;
  onRun: (runId: string | null) => void;
  onClose: () => void;
}) {
  const [mode, setMode] = useState(initialMode);
  if (runId !== null) {
    return (
      <Dialog
        title={lookupDialogLabels.titleRun}
        onClose={onClose}
        note={lookupDialogLabels.runNote}
        closeLabel={null}
        action={
          <>
            {mayBulkLookup && <Button onClick={() => onRun(null)}>{lookupDialogLabels.otherNames}</Button>}
            <Button onClick={onClose}>{lookupDialogLabels.done}</Button>
          </>
        }
      >
        <BulkLookupProgress runId={runId} />
      </Dialog>
    );
  }
  const chooser = mayBulkLookup && (
    <SegmentedRadios
      legend={lookupDialogLabels.howMany}
      name="how-many"
      className="mt-4 whitespace-nowrap"
      value={mode}
      onChange={setMode}
      options={[
        { value: 'one', label: lookupDialogLabels.one },
        { value: 'many', label: lookupDialogLabels.many },
      ]}
    />
  );
  return mode === 'many' && mayBulkLookup ? (
    <BulkLookupForm onRun={onRun} onClose={onClose}>
      {chooser}
    </BulkLookupForm>
  ) : (
    <SingleLookupForm onLookup={onLookup} onClose={onClose}>
      {chooser}
    </SingleLookupForm>
  );
}

function SingleLookupForm({
  onLookup,
  onClose,
  children,
}: {
  onLookup: (name: string) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const [name, setName] = useState('');
  const [submitted, setSubmitted] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (name.trim() !== '') onLookup(name.trim());
  }
  return (
    <Dialog
      title={lookupDialogLabels.titleOne}
      onClose={onClose}
      action={
        <Button type="submit" form="look-up-one" variant="primary" icon="search">
          {lookupDialogLabels.submit}
        </Button>
      }
    >
      {children}
      <form id="look-up-one" onSubmit={submit} noValidate className="mt-4">
        <TextField
          label={lookupDialogLabels.name}
          hint={lookupDialogLabels.nameHint}
          error={submitted && name.trim() === '' ? lookupDialogLabels.nameMissing : null}
          data-autofocus
          value={name}
          maxLength={1000}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}

function BulkLookupForm({
  onRun,
  onClose,
  children,
}: {
  onRun: (runId: string) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { locale } = useViewer();
  const start = useStartBulkLookup(useEnvironment());
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const { names, duplicates } = parseUsernames(text);
  const fieldErrors = problemOf(start.error)?.errors.map(({ message }) => message) ?? [];
  const count = (value: number) => formatNumber(value, locale);
  const problems = [
    ...(submitted && names.length === 0 ? [lookupDialogLabels.manyMissing] : []),
    ...(names.length > maxUsernames ? [lookupDialogLabels.tooMany(count(names.length), count(maxUsernames))] : []),
    ...(fileProblem === null ? [] : [fileProblem]),
    ...fieldErrors,
  ];

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (names.length === 0 || names.length > maxUsernames || start.isPending) return;
    start.mutate({ usernames: names }, { onSuccess: ({ id }) => onRun(id) });
  }
  async function readFile(file: File | undefined) {
    if (!file) return;
    setFileProblem(file.size > maxFileBytes ? lookupDialogLabels.fileTooLarge : null);
    if (file.size <= maxFileBytes) setText(await file.text());
  }

  return (
    <Dialog
      title={lookupDialogLabels.titleMany}
      onClose={onClose}
      busy={start.isPending}
      note={
        <>
          <Icon name="watch" size={12} /> {lookupDialogLabels.priority}
        </>
      }
      action={
        <Button type="submit" form="look-up-many" variant="primary" icon="search" busy={start.isPending}>
          {names.length === 0
            ? lookupDialogLabels.submit
            : lookupDialogLabels.submitMany(names.length, count(names.length))}
        </Button>
      }
    >
      {children}
      <form id="look-up-many" onSubmit={submit} noValidate className="mt-4 grid gap-3">
        <p className="text-ink-2">{lookupDialogLabels.manyText}</p>
        <TextAreaField
          label={lookupDialogLabels.manyNames}
          hint={
            names.length === 0
              ? lookupDialogLabels.manyHint(count(maxUsernames))
              : lookupDialogLabels.manyCounted(
                  names.length,
                  count(names.length),
                  duplicates === 0 ? null : count(duplicates),
                )
          }
          error={problems}
          data-autofocus
          rows={8}
          value={text}
          spellCheck={false}
          inputClassName="text-13"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <label className={buttonClasses({ size: 'sm' }, 'relative justify-self-start has-focus-visible:outline-2')}>
          <ButtonContent size="sm" icon="upload">
            {lookupDialogLabels.upload}
          </ButtonContent>
          <input
            type="file"
            accept=".txt,.csv,text/plain,text/csv"
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => void readFile(event.currentTarget.files?.[0])}
          />
        </label>
        {fieldErrors.length === 0 && <ProblemNotice error={start.error} />}
      </form>
    </Dialog>
  );
}
