'use client';

import type { BulkRun } from '@/lib/contract/bulk';
import { useBulkRun, useWithdrawBulk } from '@/lib/query/use-sponsorship';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ProblemNotice } from '../ui/problem-notice';
import { Time } from '../ui/time';
import { BulkItems } from './bulk-items';
import { useEnvironment } from '../ui/use-environment';

/** Closing the dialog does not stop the run. */
export function BulkRunDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const environment = useEnvironment();
  const { data: run, error } = useBulkRun(environment, id);
  const withdraw = useWithdrawBulk(environment, id);
  const canUndo = run?.items.some(({ state }) => ['waiting', 'proposed', 'held'].includes(state));
  const actionLabel =
    run === undefined ? 'Decided together' : `${run.kind === 'accept' ? 'Accept' : 'Reject'} sponsorship`;
  return (
    <Dialog
      onClose={onClose}
      title={
        run === undefined
          ? actionLabel
          : `${actionLabel} for ${run.items.length === 1 ? '1 import' : `${run.items.length} imports`}`
      }
      note={run?.finishedAt ? 'All decided.' : 'Continues when you close this, or the page.'}
      closeLabel="Close"
      action={
        canUndo && (
          <Button icon="back" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Undo all that are not sent
          </Button>
        )
      }
    >
      <p role="status" className="mt-1 text-13 text-ink-2">
        {run === undefined ? 'Loading' : progressText(run)}
      </p>
      {run !== undefined && (
        <p className="text-12 text-meta">
          Started by {run.by}, <Time at={run.at} as="relative" />
        </p>
      )}
      <ProblemNotice error={error ?? withdraw.error} className="mt-3" />
      <BulkItems label="Outcome of each" items={run?.items} expected={5} />
    </Dialog>
  );
}

const stateLabels: Partial<Record<string, string>> = { held: 'about to be sent', blocked: 'not sent' };

function progressText(run: BulkRun): string {
  const finished = run.items.filter((item) => item.state !== 'waiting').length;
  const countOf = (state: string) => run.items.filter((item) => item.state === state).length;
  const counts = (['confirmed', 'proposed', 'held', 'sending', 'refused', 'unknown', 'blocked', 'withdrawn'] as const)
    .map((state) => ({ state, count: countOf(state) }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${stateLabels[state] ?? state}`);
  return `${finished} of ${run.items.length} decided${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`;
}
