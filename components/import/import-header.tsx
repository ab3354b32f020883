'use client';

import { useState } from 'react';
import type { ImportDetail, ImportRow, ObservationSource } from '@/lib/contract/imports';
import type { useRefreshImport } from '@/lib/query/use-import';
import { StatusBadge } from '../status/status-text';
import { shownStatus } from '../status/status-tone';
import { ToolName } from '../ui/avatar';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { ProblemNotice } from '../ui/problem-notice';
import { Time } from '../ui/time';
import { lazyComponent } from '../ui/lazy-component';

const FillInDialog = lazyComponent(() => import('./fill-in-dialog').then((module) => module.FillInDialog));
const CustomerLinkDialog = lazyComponent(() =>
  import('./customer-link-dialog').then((module) => module.CustomerLinkDialog),
);

const seenByLabels: Record<ObservationSource, string> = {
  created: 'when it was created',
  lookup: 'by a look-up',
  watcher: 'by the poller',
  webhook: 'by webhook',
  decision: 'when a decision was sent',
  customer: 'when the customer came',
  demo: 'in the demo’s history',
};

type Refreshed = Pick<ImportDetail, 'problem'> & { row: Pick<ImportDetail['row'], 'seenAt'> };

/** Why the last refresh failed, until the import was seen again. @internal Exported for tests. */
export function currentProblem(refreshed: Refreshed | undefined, shown: Refreshed['row']): ImportDetail['problem'] {
  return refreshed?.row.seenAt === shown.seenAt ? refreshed.problem : null;
}

export function ImportHeader({
  detail,
  refresh,
  mayShareLink,
}: {
  detail: ImportDetail;
  refresh: ReturnType<typeof useRefreshImport>;
  mayShareLink: boolean;
}) {
  const { row } = detail;
  const [linkDialogOpen, setLinkDialogOpen] = useState(false);
  const status = shownStatus(row);
  const problem = currentProblem(refresh.data, row);
  return (
    <>
      <header className="flex items-start gap-2 max-md:flex-wrap max-md:gap-y-3">
        <h1 className="min-w-0 flex-1 [overflow-wrap:anywhere] max-md:basis-full">
          {row.username ?? 'Unknown customer'}
        </h1>
        <Button icon="refresh" busy={refresh.isPending} onClick={() => refresh.mutate()} className="max-md:flex-1">
          Refresh
        </Button>
        {mayShareLink && row.environment === 'live' && (
          <Button icon="link" onClick={() => setLinkDialogOpen(true)} className="max-md:flex-1">
            Customer link
          </Button>
        )}
      </header>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        {status === null ? (
          <span className="text-13 text-meta">No status reported yet</span>
        ) : (
          <StatusBadge status={status} />
        )}
        {row.sinceTo !== null && (
          <span className="text-12 text-ink-2">
            {row.gone && 'gone '}for {row.sinceFrom === null && 'at least '}
            <Time at={row.sinceTo} as="age" />
          </span>
        )}
        {row.stuck && !row.gone && (
          <span
            className="inline-flex items-center gap-1 text-12 text-turn"
            data-tip="Taking longer than 90% of imports"
          >
            <Icon name="clock" size={12} /> Longer than usual
          </span>
        )}
        <span className="flex items-center gap-1.5 text-12 text-meta">
          <Icon name="watch" size={12} />
          <span>
            Seen <Time at={row.seenAt} as="relative" /> {seenByLabels[row.seenBy]}, <Time at={row.seenAt} as="moment" />
          </span>
        </span>
      </p>
      <p role="status" className="sr-only">
        {refresh.isPending ? 'Refreshing' : refresh.data?.problem === null ? 'Refreshed just now' : ''}
      </p>
      {refresh.error !== null ? (
        <ProblemNotice error={refresh.error} className="mt-4" />
      ) : (
        problem !== null && (
          <Notice tone="error" title={problem.title} className="mt-4" live>
            {problem.detail} It was seen <Time at={row.seenAt} as="relative" />.
          </Notice>
        )
      )}
      {row.gone && (
        <Notice
          tone="info"
          title="No longer available at the service."
          className="mt-4"
          actions={
            <Button size="sm" icon="refresh" busy={refresh.isPending} onClick={() => refresh.mutate()}>
              Refresh
            </Button>
          }
        >
          Cancelled, archived or unknown there. Its history stays here. We no longer check it.
        </Notice>
      )}
      {linkDialogOpen && (
        <CustomerLinkDialog row={row} hasRedirectUrl={detail.hasRedirectUrl} onClose={() => setLinkDialogOpen(false)} />
      )}
    </>
  );
}

export function ImportIdCopy({ id }: { id: string }) {
  return (
    <>
      <span className="mono min-w-0 truncate">{id}</span>
      <CopyButton text={id} label="Copy import id" />
    </>
  );
}

export function ImportFacts({ row, mayFillIn }: { row: ImportRow; mayFillIn: boolean }) {
  const [dialogOpen, setDialogOpen] = useState(false);
  const unknown = <span className="text-meta">Unknown</span>;
  const items = {
    ...(row.username === null ? { Customer: unknown } : {}),
    From: row.tool === null ? unknown : <ToolName name={row.tool} />,
    Into: row.instanceUrl === null ? unknown : shortAddress(row.instanceUrl),
    Family: row.family ?? unknown,
    Created: row.createdAt === null ? unknown : <Time at={row.createdAt} as="moment" />,
    'Handled by': row.createdBy ?? unknown,
  };
  return (
    <div className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-2">
      <dl className="flex flex-wrap gap-x-10 gap-y-2 text-13 max-md:grid max-md:w-full max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-3">
        {Object.entries(items).map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="mb-0.5 text-12 text-meta">{term}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {mayFillIn && (
        <Button variant="quiet" size="sm" icon="edit" className="-mb-1" onClick={() => setDialogOpen(true)}>
          {row.username === null || row.tool === null || row.instanceUrl === null ? 'Fill in what you know' : 'Correct'}
        </Button>
      )}
      {dialogOpen && <FillInDialog row={row} onClose={() => setDialogOpen(false)} />}
    </div>
  );
}

function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
