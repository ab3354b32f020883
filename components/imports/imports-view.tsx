'use client';

import { useCallback, useMemo, useState } from 'react';
import type { Environment } from '@/lib/contract/environment';
import type { ImportRow } from '@/lib/contract/imports';
import { toApiListQuery } from '@/lib/contract/list-view';
import { problemOf } from '../ui/problem-notice';
import { useImportCounts, useImports, useResetToFirstPage } from '@/lib/query/use-imports';
import { UpdatesPill } from '../live/updates-pill';
import { Button } from '../ui/button';
import { ErrorState } from '../ui/empty-state';
import { HydrationMarker } from '../ui/hydration-marker';
import { Notice } from '../ui/notice';
import { Time } from '../ui/time';
import { useListShortcuts } from './use-list-shortcuts';
import { FilterChips } from './filter-chips';
import { columnWidths } from './import-columns';
import { ImportTable } from './import-table';
import { ImportsFooter } from './imports-footer';
import { ImportsHeader } from './imports-header';
import { keyLabels, tableLabels } from './labels';
import type { LookupMode } from './lookup-dialog';
import { useListCursor } from './use-list-cursor';
import { useListSearch } from './use-list-search';
import { useListView } from './use-list-view';
import { ViewTabs } from './view-tabs';
import { lazyComponent } from '../ui/lazy-component';

// Loaded on demand because only some lists need them.
const LookupStatus = lazyComponent(() => import('./lookup-status').then((module) => module.LookupStatus));
const EmptyList = lazyComponent(() => import('./empty-list').then((module) => module.EmptyList));
const ImportPreviewPanel = lazyComponent(() =>
  import('./import-preview-panel').then((module) => module.ImportPreviewPanel),
);
const SelectionBar = lazyComponent(() => import('./selection-bar').then((module) => module.SelectionBar));
const LookupDialog = lazyComponent(() => import('./lookup-dialog').then((module) => module.LookupDialog));

export function ImportsView({
  environment,
  lookupRunId,
  mayCreate,
  mayDecide,
}: {
  environment: Environment;
  /** The bulk lookup named in the URL. */
  lookupRunId: string | null;
  mayCreate: boolean;
  mayDecide: boolean;
}) {
  const { view, setView, interceptLinkClick } = useListView(environment);
  const list = useImports(environment, view);
  const counts = useImportCounts(environment).data;
  const resetToFirstPage = useResetToFirstPage(environment);
  const rows = useMemo(() => uniqueById(list.data?.pages.flatMap((page) => page.imports) ?? []), [list.data]);
  // The first page's total is outdated when imports were added since.
  const total = Math.max(list.data?.pages[0]?.total ?? 0, rows.length);
  const totalIsMinimum = list.hasNextPage && list.data?.pages[0]?.totalIsMinimum === true;
  const cursor = useListCursor(rows);
  const { lookupName, setLookupName } = useListSearch({
    environment,
    view,
    setView,
    rows,
    loading: list.isPlaceholderData || list.data === undefined,
    failed: list.isError && !list.isFetching,
    cursor,
  });
  const [visibleRows, setVisibleRows] = useState<{ first: number; last: number } | null>(null);
  const [lookupDialog, setLookupDialog] = useState<{ mode: LookupMode; runId: string | null } | null>(
    lookupRunId === null ? null : { mode: 'many', runId: lookupRunId },
  );
  const current = rows.find(({ id }) => id === cursor.current);
  const previewed = rows.find(({ id }) => id === cursor.previewId);
  const shownIds = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);

  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = list;
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage && !isError) void fetchNextPage();
  }, [isFetchingNextPage, isError, fetchNextPage]);

  useListShortcuts(keyLabels.group, cursor, current?.id, [
    { keys: 'l', label: keyLabels.lookUp, run: () => setLookupDialog({ mode: 'one', runId: null }) },
  ]);

  const problem = problemOf(list.error);
  const retryButton = (
    <Button size="sm" icon="refresh" busy={list.isFetching} onClick={() => void list.refetch()}>
      {tableLabels.retry}
    </Button>
  );

  return (
    <div
      className="flex min-h-0 flex-1"
      onClickCapture={(event) => {
        const next = interceptLinkClick(event);
        if (!next) return;
        if (next.q !== view.q) setLookupName(next.q);
        setLookupDialog(null);
      }}
    >
      <section aria-label={tableLabels.section} className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="px-6 pt-5 pb-3 max-md:px-4 max-md:pt-4">
          <ImportsHeader
            counts={counts}
            exportQuery={toApiListQuery(view)}
            mayCreate={mayCreate}
            onLookUp={() => setLookupDialog({ mode: 'one', runId: null })}
          />
          <ViewTabs view={view} counts={counts} />
          <FilterChips view={view} counts={counts} setView={setView} />
          {view.q !== '' && (
            <LookupStatus
              username={view.q}
              active={lookupName === view.q}
              byEnter={rows.length === 0}
              onLookup={() => setLookupName(view.q)}
              shownIds={shownIds}
            />
          )}
          {list.error !== null && rows.length > 0 && (
            <Notice
              tone="error"
              live
              className="mt-3"
              title={problem?.title ?? tableLabels.failed}
              actions={retryButton}
            >
              {list.error.message} {tableLabels.loadedBefore}
              <Time at={new Date(list.dataUpdatedAt).toISOString()} as="relative" />.{' '}
              {problem !== null && problem.requestId !== '' && tableLabels.request(problem.requestId)}
            </Notice>
          )}
        </div>
        {rows.length > 0 ? (
          <ImportTable
            view={view}
            rows={rows}
            widths={columnWidths(counts)}
            total={total}
            totalIsMinimum={totalIsMinimum}
            busy={list.isPlaceholderData}
            hasMore={hasNextPage}
            loadMore={loadMore}
            cursor={cursor}
            onVisibleRows={setVisibleRows}
          >
            {/* Showing updates starts at the top with the first page only. The button is between two column titles. */}
            <div
              onClickCapture={resetToFirstPage}
              className="absolute end-[490px] w-0 @max-[1080px]:end-[430px] @max-[920px]:end-[260px]"
            >
              <UpdatesPill />
            </div>
          </ImportTable>
        ) : (
          <div className="relative min-h-0 flex-1 overflow-y-auto">
            <UpdatesPill />
            {list.error === null ? (
              <EmptyList
                view={view}
                noImportsYet={counts.total === 0}
                mayBulkLookup={mayCreate}
                onLookUp={(mode) => setLookupDialog({ mode, runId: null })}
              />
            ) : (
              <ErrorState
                title={problem?.title ?? tableLabels.failed}
                requestId={problem === null || problem.requestId === '' ? undefined : problem.requestId}
                actions={retryButton}
              >
                {list.error.message}
              </ErrorState>
            )}
          </div>
        )}
        {cursor.selected.size > 0 && (
          <SelectionBar selectedIds={cursor.selected} mayDecide={mayDecide} onClear={cursor.clearSelection} />
        )}
        <HydrationMarker />
        <ImportsFooter
          visibleRows={visibleRows}
          total={total}
          totalIsMinimum={totalIsMinimum}
          oldestPollAt={counts.oldestPollAt}
        />
      </section>
      {previewed && (
        <ImportPreviewPanel key={previewed.id} row={previewed} mayShareLink={mayCreate} onClose={cursor.closePreview} />
      )}
      {lookupDialog && (
        <LookupDialog
          mode={lookupDialog.mode}
          runId={lookupDialog.runId}
          mayBulkLookup={mayCreate && environment === 'live'}
          onLookup={(name) => {
            setLookupDialog(null);
            setLookupName(name);
            setView((now) => ({ ...now, q: name, gone: 'show' }));
          }}
          onRun={(runId) => {
            setLookupDialog({ mode: 'many', runId });
            setRunInUrl(runId);
          }}
          onClose={() => {
            setLookupDialog(null);
            setRunInUrl(null);
          }}
        />
      )}
    </div>
  );
}

/** An import can move between pages while they load, so drop duplicates. */
function uniqueById(rows: readonly ImportRow[]): ImportRow[] {
  return [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed();
}

/** A bulk lookup continues in the background; the URL leads back to it. */
function setRunInUrl(runId: string | null): void {
  const url = new URL(window.location.href);
  if (runId === null) url.searchParams.delete('lookup');
  else url.searchParams.set('lookup', runId);
  if (url.href !== window.location.href) window.history.replaceState(null, '', url);
}
