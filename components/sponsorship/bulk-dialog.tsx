'use client';

import { useState } from 'react';
import type { BulkItem } from '@/lib/contract/bulk';
import type { Environment } from '@/lib/contract/environment';
import { ApiProblem } from '@/lib/query/ask';
import { useBulkPreview, useBulkRun, useStartBulk } from '@/lib/query/use-bulk';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { Dialog, DialogCancel, DialogNote } from '../ui/dialog';
import { Field } from '../ui/field';
import { Icon, type IconName } from '../ui/icon';
import { Notice } from '../ui/notice';
import { Skeleton } from '../ui/skeleton';
import { Textarea } from '../ui/textarea';

/** First a dry run, then a list with each outcome. Closing it stops nothing: the run goes on and can be opened again. */
export function BulkDialog({
  environment,
  kind,
  importIds,
  runId,
  onStarted,
  onClose,
}: {
  environment: Environment;
  kind: 'accept' | 'reject';
  importIds: readonly string[];
  /** A run that is under way or over. */
  runId: string | null;
  onStarted: (id: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [id] = useState(() => crypto.randomUUID());
  const preview = useBulkPreview(environment, kind, runId === null ? importIds : []);
  const start = useStartBulk(environment);
  const run = useBulkRun(environment, runId);
  const act = kind === 'accept' ? 'Accept sponsorship' : 'Reject sponsorship';
  const items = runId === null ? preview.data?.items : run.data?.items;
  const sends = preview.data?.sends ?? 0;
  const problem = start.error instanceof ApiProblem ? start.error.problem : null;
  const go = () => {
    if (start.isPending || sends === 0) return;
    const wanted = preview.data?.items.filter((item) => item.state !== 'blocked').map((item) => item.importId) ?? [];
    start.mutate({ id, kind, importIds: wanted, reason, note }, { onSuccess: (started) => onStarted(started.id) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={start.isPending}
      title={runId === null ? `${act} for ${importIds.length} imports?` : `${act}: ${progress(run.data?.items)}`}
      footer={
        runId === null ? (
          <>
            <DialogNote>
              <Icon name="lock" size={14} /> Each is sent once. No answer is shown as outcome unknown.
            </DialogNote>
            <DialogCancel onClose={onClose} busy={start.isPending} />
            <Button variant="primary" busy={start.isPending} disabled={sends === 0} onClick={go}>
              {act} for {sends}
            </Button>
          </>
        ) : (
          <>
            <DialogNote>{run.data?.finishedAt ? 'Finished.' : 'It goes on when you close this.'}</DialogNote>
            <DialogCancel onClose={onClose}>Close</DialogCancel>
          </>
        )
      }
    >
      {runId === null && (
        <p className="text-14">
          {kind === 'accept'
            ? `Your company will pay for the full migration of ${sends} customers.`
            : `Your company will not pay for the full migration of ${sends} customers; they can buy it from the service.`}
          {(preview.data?.blocked ?? 0) > 0 && ` ${preview.data?.blocked} are blocked and left out.`}
        </p>
      )}
      {problem !== null && (
        <Notice tone="error" title={problem.title} className="mt-4" live>
          {problem.detail}
        </Notice>
      )}
      <ul className="mt-4 max-h-72 divide-y overflow-y-auto border-y text-13" aria-live="polite">
        {items === undefined
          ? importIds.slice(0, 5).map((importId) => (
              <li key={importId} className="py-2">
                <Skeleton className="h-5" />
              </li>
            ))
          : items.map((item) => <Item key={item.importId} item={item} />)}
      </ul>
      {runId === null && (
        <>
          <Field label="Reason" hint="For your colleagues and the audit." optional className="mt-4">
            {(control) => (
              <Textarea
                {...control}
                maxLength={4000}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          <Field label="Note to the customers" hint="Shown on their migration pages." optional className="mt-4">
            {(control) => (
              <Textarea {...control} maxLength={4000} value={note} onChange={(event) => setNote(event.target.value)} />
            )}
          </Field>
        </>
      )}
    </Dialog>
  );
}

function Item({ item }: { item: BulkItem }) {
  const look = looks[item.state];
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-2 py-2">
      <Icon name={look.icon} size={14} className={cx('mt-0.75', look.colour)} />
      <span className="min-w-0">
        <span className="[overflow-wrap:anywhere]">{item.username ?? `Import ${item.importId}`}</span>{' '}
        <span className={look.colour}>{look.words}</span>
        {item.says !== '' && <span className="block text-12 text-meta [overflow-wrap:anywhere]">{item.says}</span>}
      </span>
    </li>
  );
}

const looks: Record<BulkItem['state'], { words: string; icon: IconName; colour: string }> = {
  would_send: { words: 'would be sent', icon: 'send', colour: 'text-ink-2' },
  would_propose: { words: 'would be proposed, a second person approves', icon: 'two', colour: 'text-turn' },
  blocked: { words: 'blocked', icon: 'lock', colour: 'text-meta' },
  waiting: { words: 'waits', icon: 'clock', colour: 'text-meta' },
  proposed: { words: 'proposed', icon: 'two', colour: 'text-turn' },
  sending: { words: 'sending', icon: 'send', colour: 'text-work' },
  confirmed: { words: 'confirmed', icon: 'check', colour: 'text-done' },
  refused: { words: 'refused', icon: 'x', colour: 'text-unkn' },
  unknown: { words: 'outcome unknown', icon: 'help', colour: 'text-unkn' },
};

function progress(items: readonly BulkItem[] | undefined): string {
  if (items === undefined) return 'loading';
  const over = items.filter((item) => item.state !== 'waiting').length;
  return `${over} of ${items.length}`;
}
