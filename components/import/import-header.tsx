'use client';

import { useState } from 'react';
import type { ImportDetail, ImportRow } from '@/lib/contract/imports';
import type { useRefreshImport } from '@/lib/query/use-import';
import { CustomerLink } from '../shell/customer-link';
import { StatusBadge } from '../status/status-text';
import { shownStatus } from '../status/status-tone';
import { ToolName } from '../ui/avatar';
import { breakBeforeAt } from '../ui/break-before-at';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { ProblemNotice } from '../ui/problem-notice';
import { Time } from '../ui/time';
import { lazyComponent } from '../ui/lazy-component';
import { ImportMenu } from './import-menu';
import { factLabels, importLabels, seenByLabels } from './labels';

const FillInDialog = lazyComponent(() => import('./fill-in-dialog').then((module) => module.FillInDialog));
const CustomerLinkDialog = lazyComponent(() =>
  import('./customer-link-dialog').then((module) => module.CustomerLinkDialog),
);

type Refreshed = Pick<ImportDetail, 'problem'> & { row: Pick<ImportDetail['row'], 'seenAt'> };

/** Why the last refresh failed, until the import was seen again. @internal Exported for tests. */
export function currentProblem(refreshed: Refreshed | undefined, shown: Refreshed['row']): ImportDetail['problem'] {
  return refreshed?.row.seenAt === shown.seenAt ? refreshed.problem : null;
}

export function ImportHeader({
  detail,
  refresh,
  mayEdit,
}: {
  detail: ImportDetail;
  refresh: ReturnType<typeof useRefreshImport>;
  mayEdit: boolean;
}) {
  const { row } = detail;
  const [dialog, setDialog] = useState<'link' | 'details' | null>(null);
  const closeDialog = () => setDialog(null);
  const status = shownStatus(row);
  const problem = currentProblem(refresh.data, row);
  return (
    <>
      <header className="flex items-start gap-2 max-md:flex-wrap max-md:gap-y-3">
        <h1 className="min-w-0 flex-1 [overflow-wrap:anywhere] max-md:basis-full">
          {row.username === null ? (
            importLabels.unknownCustomer
          ) : (
            <CustomerLink username={row.username}>{breakBeforeAt(row.username)}</CustomerLink>
          )}
        </h1>
        <Button icon="refresh" busy={refresh.isPending} onClick={() => refresh.mutate()} className="max-md:flex-1">
          {importLabels.refresh}
        </Button>
        {mayEdit && row.environment === 'live' && (
          <Button icon="link" onClick={() => setDialog('link')} className="max-md:flex-1">
            {importLabels.customerLink}
          </Button>
        )}
        <ImportMenu row={row} mayEdit={mayEdit} onCorrect={() => setDialog('details')} />
      </header>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        {status === null ? (
          <span className="text-13 text-meta">{importLabels.noStatus}</span>
        ) : (
          <StatusBadge status={status} />
        )}
        {row.sinceTo !== null && (
          <span className="text-12 text-ink-2">
            {importLabels.statusAge(row.gone, row.sinceFrom !== null)} <Time at={row.sinceTo} as="age" />
          </span>
        )}
        {row.stuck && !row.gone && (
          <span className="inline-flex items-center gap-1 text-12 text-turn" data-tip={importLabels.stuckTip}>
            <Icon name="clock" size={12} /> {importLabels.stuck}
          </span>
        )}
        <span className="flex items-center gap-1.5 text-12 text-meta">
          <Icon name="watch" size={12} />
          <span>
            {importLabels.seen} <Time at={row.seenAt} as="relative" /> {seenByLabels[row.seenBy]},{' '}
            <Time at={row.seenAt} as="moment" />
          </span>
        </span>
      </p>
      <p role="status" className="sr-only">
        {refresh.isPending ? importLabels.refreshing : refresh.data?.problem === null ? importLabels.refreshed : ''}
      </p>
      {refresh.error !== null ? (
        <ProblemNotice error={refresh.error} className="mt-4" />
      ) : (
        problem !== null && (
          <Notice tone="error" title={problem.title} className="mt-4" live>
            {problem.detail} {importLabels.lastSeen} <Time at={row.seenAt} as="relative" />.
          </Notice>
        )
      )}
      {row.gone && (
        <Notice
          tone="info"
          title={importLabels.gone}
          className="mt-4"
          actions={
            <Button size="sm" icon="refresh" busy={refresh.isPending} onClick={() => refresh.mutate()}>
              {importLabels.refresh}
            </Button>
          }
        >
          {importLabels.goneDetail}
        </Notice>
      )}
      {dialog === 'link' && (
        <CustomerLinkDialog row={row} hasRedirectUrl={detail.hasRedirectUrl} onClose={closeDialog} />
      )}
      {dialog === 'details' && <FillInDialog row={row} onClose={closeDialog} />}
    </>
  );
}

export function ImportIdCopy({ id }: { id: string }) {
  return (
    <>
      <span className="mono min-w-0 truncate">{id}</span>
      <CopyButton text={id} label={importLabels.copyId} />
    </>
  );
}

export function ImportFacts({ row, mayFillIn }: { row: ImportRow; mayFillIn: boolean }) {
  const [dialogOpen, setDialogOpen] = useState(false);
  const isMissing = row.username === null || row.tool === null || row.instanceUrl === null;
  const unknown = <span className="text-meta">{importLabels.unknown}</span>;
  const items = {
    ...(row.username === null ? { [factLabels.customer]: unknown } : {}),
    [factLabels.from]: row.tool === null ? unknown : <ToolName name={row.tool} />,
    [factLabels.into]: row.instanceUrl === null ? unknown : shortAddress(row.instanceUrl),
    [factLabels.family]: row.family ?? unknown,
    [factLabels.created]: row.createdAt === null ? unknown : <Time at={row.createdAt} as="moment" />,
    [factLabels.handledBy]:
      row.createdBy === null ? (
        <span className="text-meta">{factLabels.unassigned}</span>
      ) : (
        factLabels.creator(row.createdBy)
      ),
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
      {mayFillIn && isMissing && (
        <Button variant="quiet" size="sm" icon="edit" className="-mb-1" onClick={() => setDialogOpen(true)}>
          {factLabels.fillIn}
        </Button>
      )}
      {dialogOpen && <FillInDialog row={row} onClose={() => setDialogOpen(false)} />}
    </div>
  );
}

function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
