'use client';

import type { BulkMention } from '@/lib/contract/bulk';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Time } from '../ui/time';

/** Runs that are under way, and those of the last day: whoever closed the page finds the outcome of each here. */
export function BulkRuns({ runs, onShow }: { runs: readonly BulkMention[]; onShow: (id: string) => void }) {
  if (runs.length === 0) return null;
  return (
    <ul aria-label="Decided together" className="grid gap-1 border-b px-6 py-2 max-md:px-4">
      {runs.map((run) => (
        <li key={run.id} className="flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
          <Icon name={run.finishedAt === null ? 'send' : 'check'} size={14} className="text-meta" />
          <span>
            {run.kind === 'accept' ? 'Accept' : 'Reject'} sponsorship for {run.total}{' '}
            {run.total === 1 ? 'import' : 'imports'}, {run.by}, <Time at={run.at} as="relative" />:{' '}
            {run.finishedAt === null ? `${run.over} of ${run.total} done` : 'finished'}
            {run.unknown > 0 && <b className="text-unkn">, {run.unknown} unknown</b>}
          </span>
          <Button
            variant="quiet"
            size="sm"
            className="h-5! text-12! text-accent! underline"
            onClick={() => onShow(run.id)}
          >
            Show each
          </Button>
        </li>
      ))}
    </ul>
  );
}
