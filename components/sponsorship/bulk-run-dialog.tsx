'use client';

import { isPendingBulkItem } from '@/lib/contract/is-pending-bulk-item';
import { useBulkRun, useWithdrawBulk } from '@/lib/query/use-sponsorship';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ProblemNotice } from '../ui/problem-notice';
import { Time } from '../ui/time';
import { BulkItems } from './bulk-items';
import { useEnvironment } from '../ui/use-environment';
import { bulkLabels, bulkRunLabels } from './dialog-labels';
import { bulkRunListLabels } from './queue-labels';

/** Closing the dialog does not stop the run. */
export function BulkRunDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const environment = useEnvironment();
  const { data: run, error } = useBulkRun(environment, id);
  const withdraw = useWithdrawBulk(environment, id);
  const canUndo = run?.items.some(({ state }) => ['waiting', 'proposed', 'held'].includes(state));
  return (
    <Dialog
      onClose={onClose}
      title={run === undefined ? bulkLabels.untitled : bulkRunListLabels.title(run.kind, run.items.length)}
      note={
        run === undefined || run.items.some(isPendingBulkItem) ? bulkRunLabels.runningNote : bulkRunLabels.finishedNote
      }
      closeLabel={bulkRunLabels.close}
      action={
        canUndo && (
          <Button icon="back" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {bulkRunLabels.undoAll}
          </Button>
        )
      }
    >
      <p role="status" className="mt-1 text-13 text-ink-2">
        {run === undefined ? bulkRunLabels.loading : bulkRunLabels.progress(run)}
      </p>
      {run !== undefined && (
        <p className="text-12 text-meta">
          {bulkRunLabels.startedBy(run.by)}
          <Time at={run.at} as="relative" />
        </p>
      )}
      <ProblemNotice error={error ?? withdraw.error} className="mt-3" />
      <BulkItems label={bulkRunLabels.outcomes} items={run?.items} expected={5} />
    </Dialog>
  );
}
