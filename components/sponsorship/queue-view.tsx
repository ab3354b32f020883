'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo, useState } from 'react';
import type { BulkRunSummary } from '@/lib/contract/bulk';
import type { Environment } from '@/lib/contract/environment';
import { maxBulkItems } from '@/lib/contract/max-bulk-items';
import type { QueueItem, QueueTab } from '@/lib/contract/sponsorship';
import { useLatestItem, useQueue } from '@/lib/query/use-sponsorship';
import { SelectionBarFrame } from '../imports/selection-bar-frame';
import { useListShortcuts } from '../imports/use-list-shortcuts';
import { useListCursor } from '../imports/use-list-cursor';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import { ProblemNotice } from '../ui/problem-notice';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { toast } from '../ui/toast-store';
import { sponsorshipLabels, type Kind } from './labels';
import { bulkRunListLabels, queueLabels } from './queue-labels';
import { whyNotDecidable } from './why-not-decidable';
import { filterQueue, readQueueSearch, type QueueSearch } from './queue-filter';
import { QueueFilterBar } from './queue-filter-bar';
import { QueueFooter } from './queue-footer';
import { QueueHeader } from './queue-header';
import { QueueTable } from './queue-table';
import { lazyComponent } from '../ui/lazy-component';

const BulkDecisionDialog = lazyComponent(() =>
  import('./bulk-decision-dialog').then((module) => module.BulkDecisionDialog),
);
const BulkRunDialog = lazyComponent(() => import('./bulk-run-dialog').then((module) => module.BulkRunDialog));
const PausedNotice = lazyComponent(() => import('./paused-notice').then((module) => module.PausedNotice));
const DecideDialog = lazyComponent(() => import('./decide-dialog').then((module) => module.DecideDialog));
const QueuePreviewPanel = lazyComponent(() =>
  import('./queue-preview-panel').then((module) => module.QueuePreviewPanel),
);

const UnidentifiedStarts = lazyComponent(() =>
  import('./unmatched-requests').then((module) => module.UnidentifiedStarts),
);
const UnmatchedRequests = lazyComponent(() =>
  import('./unmatched-requests').then((module) => module.UnmatchedRequests),
);

export function QueueView({
  environment,
  tab,
  viewer,
}: {
  environment: Environment;
  tab: QueueTab;
  viewer: { id: string; name: string; isAdmin: boolean };
}) {
  const query = useQueue(environment, tab);
  const queue = query.data;
  const { search, setSearch, runId, setRun, runHref } = useQueueParams();
  const all = queue[tab];
  const items = useMemo(() => filterQueue(all, search, viewer.id), [all, search, viewer.id]);
  const cursor = useListCursor(useMemo(() => items.map(({ importId }) => ({ id: importId })), [items]));
  const [deciding, setDeciding] = useState<{ item: QueueItem; kind: Kind } | null>(null);
  const [bulk, setBulk] = useState<{ kind: Kind; importIds: string[] } | null>(null);
  const opened = useLatestItem(environment, queue, deciding?.item);
  const find = (id: string | null) => items.find(({ importId }) => importId === id);
  const current = find(cursor.current);
  const previewed = find(cursor.previewId);
  // Items decided elsewhere are no longer in the list, so they are not selected.
  const selectedItems = items.filter(({ importId }) => cursor.selected.has(importId));
  const tooMany = selectedItems.length > maxBulkItems;

  const decideOne = (item: QueueItem, kind: Kind) => {
    const reason = whyNotDecidable(item, kind, viewer);
    if (reason === null) setDeciding({ item, kind });
    else toast({ tone: 'info', title: queueLabels.notNow, detail: reason });
  };
  const decideSelected = (kind: Kind) => {
    if (tab !== 'waiting') return;
    const item = selectedItems[0] ?? current;
    if (tooMany) toast({ tone: 'info', title: queueLabels.notNow, detail: queueLabels.tooMany(maxBulkItems) });
    else if (selectedItems.length > 1) setBulk({ kind, importIds: selectedItems.map(({ importId }) => importId) });
    else if (item) decideOne(item, kind);
    // Without a current row, the first press moves to the first row.
    else cursor.move(1);
  };
  const decideShortcuts = [
    { keys: 'a', label: sponsorshipLabels.decide.accept, run: () => decideSelected('accept') },
    { keys: 'r', label: sponsorshipLabels.decide.reject, run: () => decideSelected('reject') },
  ];
  useListShortcuts(queueLabels.shortcuts, cursor, current?.importId, decideShortcuts, tab === 'waiting');
  const onDone = () => {
    setDeciding(null);
    cursor.clearSelection();
  };
  const filtered = items.length < all.length;
  const restoredFrom = all[0]?.restoredFrom ?? null;
  return (
    <div className="flex min-h-0 flex-1">
      <section aria-label={queueLabels.requests} className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        <QueueHeader queue={queue} tab={tab} isAdmin={viewer.isAdmin} />
        {restoredFrom !== null && <PausedNotice restoredFrom={restoredFrom} className="mx-6 mt-3 max-md:mx-4" />}
        <BulkRuns runs={queue.runs} hrefOf={runHref} onShow={setRun} />
        {all.length > 0 && (
          <QueueFilterBar items={all} tab={tab} search={search} viewerId={viewer.id} onChange={setSearch} />
        )}
        <ProblemNotice error={query.error} className="mx-6 mb-3 max-md:mx-4" />
        <div className="min-h-0 flex-1 overscroll-contain md:overflow-y-auto">
          {items.length > 0 ? (
            <QueueTable items={items} tab={tab} viewer={viewer} cursor={cursor} onDecide={decideOne} />
          ) : (
            (tab !== 'unknown' || queue.nameless.length === 0) && (
              <EmptyState icon="stamp" title={filtered ? queueLabels.noMatch : queueLabels.emptyTitle[tab]}>
                {filtered ? queueLabels.clearFilters : queueLabels.emptyText[tab]}
              </EmptyState>
            )
          )}
          {tab === 'unknown' && queue.nameless.length > 0 && (
            <UnidentifiedStarts starts={queue.nameless} viewerId={viewer.id} />
          )}
          {tab === 'waiting' && queue.unmatched.length > 0 && <UnmatchedRequests requests={queue.unmatched} />}
        </div>
        {selectedItems.length > 0 && (
          <SelectionBarFrame count={selectedItems.length} className="inset-x-0 mx-auto" onClear={cursor.clearSelection}>
            {tooMany && <span className="me-2 text-12 text-turn">{queueLabels.tooMany(maxBulkItems)}</span>}
            {decideShortcuts.map(({ keys, label, run }) => (
              <Button key={keys} variant="ghost" size="sm" disabled={restoredFrom !== null || tooMany} onClick={run}>
                {label} <Kbd>{keys}</Kbd>
              </Button>
            ))}
          </SelectionBarFrame>
        )}
        <QueueFooter queue={queue} tab={tab} />
      </section>
      {previewed && (
        <QueuePreviewPanel
          key={previewed.importId}
          item={previewed}
          queue={queue}
          viewer={viewer}
          onClose={cursor.closePreview}
        />
      )}
      {bulk !== null && (
        <BulkDecisionDialog
          {...bulk}
          onStarted={(id) => {
            setBulk(null);
            cursor.clearSelection();
            setRun(id);
          }}
          onClose={() => setBulk(null)}
        />
      )}
      {runId !== null && <BulkRunDialog id={runId} onClose={() => setRun(null)} />}
      {deciding !== null && opened && (
        <DecideDialog
          item={opened}
          kind={deciding.kind}
          budget={queue.budget}
          viewer={viewer}
          reasonRequired={queue.policy.policy.reasonRequired}
          onClose={() => setDeciding(null)}
          onDone={onDone}
        />
      )}
    </div>
  );
}

/** Filters and the open run are in the URL, so reload and links restore them. */
function useQueueParams() {
  const params = useSearchParams();
  const search = useMemo(() => readQueueSearch(params), [params]);
  const setParams = useCallback((change: Record<string, string>) => {
    const url = new URL(window.location.href);
    for (const [name, value] of Object.entries(change)) {
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    if (url.href !== window.location.href) window.history.replaceState(null, '', url);
  }, []);
  return {
    search,
    setSearch: ({ filters, q }: QueueSearch) => setParams({ show: filters.join(','), find: q }),
    runId: params.get('run'),
    setRun: (id: string | null) => setParams({ run: id ?? '' }),
    runHref: (id: string) => {
      const withRun = new URLSearchParams(params);
      withRun.set('run', id);
      return `/sponsorship?${withRun}`;
    },
  };
}

/** Links, so they can be shared; a click opens the dialog without a page load. */
function BulkRuns({
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
    <ul aria-label={bulkRunListLabels.list} className="grid gap-1 border-b px-6 py-2 max-md:px-4">
      {runs.map((run) => (
        <li key={run.id} className="flex gap-x-2 text-12 text-ink-2">
          <Icon name={run.over < run.total ? 'send' : 'check'} size={14} className="mt-0.5 shrink-0 text-meta" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {bulkRunListLabels.title(run.kind, run.total)}
            {bulkRunListLabels.by(run.by)}
            <Time at={run.at} as="relative" />
            {run.over < run.total ? bulkRunListLabels.over(run.over, run.total) : bulkRunListLabels.finished}
            {run.unknown > 0 && <b className="text-unkn">{bulkRunListLabels.unknown(run.unknown)}</b>}{' '}
            <TextLink
              href={hrefOf(run.id)}
              underlined
              className="ms-1"
              onNavigate={(event) => {
                event.preventDefault();
                onShow(run.id);
              }}
            >
              {bulkRunListLabels.showDetails}
            </TextLink>
          </span>
        </li>
      ))}
    </ul>
  );
}
