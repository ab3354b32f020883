'use client';

import type { BulkRunSummary } from '@/lib/contract/bulk';
import { Icon } from '../ui/icon';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';

/** Links, so they can be shared; a click opens the dialog without a page load. */
export function BulkRuns({
  runs,
  hrefOf,
  onShow,
}: {
  runs: readonly BulkRunSummary[];
  hrefOf: (id: string) => string;
  onShow: (id: string) => void;
}) {
  if (runs.length === 0) return null;
  return (
    <ul aria-label="Decided together" className="grid gap-1 border-b px-6 py-2 max-md:px-4">
      {runs.map((run) => (
        <li key={run.id} className="flex gap-x-2 text-12 text-ink-2">
          <Icon name={run.finishedAt === null ? 'send' : 'check'} size={14} className="mt-0.5 shrink-0 text-meta" />
          <span>
            {run.kind === 'accept' ? 'Accept' : 'Reject'} sponsorship for {run.total}{' '}
            {run.total === 1 ? 'import' : 'imports'}, {run.by}, <Time at={run.at} as="relative" />:{' '}
            {run.finishedAt === null ? `${run.over} of ${run.total} done` : 'finished'}
            {run.unknown > 0 && <b className="text-unkn">, {run.unknown} unknown</b>}{' '}
            <TextLink
              href={hrefOf(run.id)}
              underlined
              className="ms-1"
              onNavigate={(event) => {
                event.preventDefault();
                onShow(run.id);
              }}
            >
              Show each
            </TextLink>
          </span>
        </li>
      ))}
    </ul>
  );
}
