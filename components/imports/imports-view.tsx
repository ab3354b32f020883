'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { encodeImportId } from '@/lib/contract/import-id';
import type { ImportCounts, ImportRow } from '@/lib/contract/imports';
import { listQueryForApi, type ListView } from '@/lib/contract/list-address';
import type { SavedViews } from '@/lib/contract/saved-views';
import { ApiProblem } from '@/lib/query/ask';
import { useImportCounts } from '@/lib/query/use-import-counts';
import { useFirstPageOnly, useImports, type DrawnList } from '@/lib/query/use-imports';
import { UpdatesPill } from '../live/updates-pill';
import { onSearch } from '../shell/search-signal';
import { useShortcuts } from '../shell/use-shortcuts';
import { Button } from '../ui/button';
import { ErrorState } from '../ui/error-state';
import { HydrationMarker } from '../ui/hydration-marker';
import { Notice } from '../ui/notice';
import { Time } from '../ui/time';
import { FilterChips } from './filter-chips';
import { ImportTable } from './import-table';
import { ImportsHead } from './imports-head';
import { ListFoot } from './list-foot';
import type { LookUpMode } from './look-up-dialog';
import { useListAddress, type GoTo } from './use-list-address';
import { useListCursor } from './use-list-cursor';
import { ViewTabs } from './view-tabs';

// Only some lists have these, so the code of most comes without them.
const LookUpStrip = dynamic(() => import('./look-up-strip').then((module) => module.LookUpStrip));
const EmptyList = dynamic(() => import('./empty-list').then((module) => module.EmptyList));
const QuickLook = dynamic(() => import('./quick-look').then((module) => module.QuickLook), { ssr: false });
const SelectionBar = dynamic(() => import('./selection-bar').then((module) => module.SelectionBar), { ssr: false });
const LookUpDialog = dynamic(() => import('./look-up-dialog').then((module) => module.LookUpDialog), { ssr: false });

const typingPauseMs = 150;

/** The list people live in: search, views, filters, rows, quick look. */
export function ImportsView({
  environment,
  drawn,
  drawnCounts,
  views,
  lookupRun,
  mayCreate,
  mayDecide,
}: {
  environment: Environment;
  drawn: DrawnList;
  drawnCounts: ImportCounts;
  views: SavedViews;
  /** A look-up of many names that the address names. */
  lookupRun: string | null;
  /** Agents create imports, hand over links and look up many names. */
  mayCreate: boolean;
  /** Approvers decide about sponsorship. */
  mayDecide: boolean;
}) {
  const router = useRouter();
  const { view, go, takeClick } = useListAddress(environment);
  const { asked, ask } = useAskedName(view, go);
  const list = useImports(environment, view, drawn);
  const counts = useImportCounts(environment, { counts: drawnCounts, at: drawn.at }).data;
  const firstPageOnly = useFirstPageOnly(environment);
  const rows = useMemo(() => eachOnce(list.data?.pages.flatMap((page) => page.imports) ?? []), [list.data]);
  const total = list.data?.pages[0]?.total ?? rows.length;
  const cursor = useListCursor(rows);
  const [seen, setSeen] = useState<{ first: number; last: number } | null>(null);
  const [lookUp, setLookUp] = useState<{ mode: LookUpMode; runId: string | null } | null>(
    lookupRun === null ? null : { mode: 'many', runId: lookupRun },
  );
  const current = rows.find(({ id }) => id === cursor.current);
  const lookedAt = rows.find(({ id }) => id === cursor.lookedAt);
  const shownIds = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);

  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = list;
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage && !isError) void fetchNextPage();
  }, [isFetchingNextPage, isError, fetchNextPage]);

  useShortcuts([
    { keys: 'j', label: 'Next row', group: 'List', run: () => cursor.move(1) },
    { keys: 'k', label: 'Row before', group: 'List', run: () => cursor.move(-1) },
    {
      keys: 'Enter',
      label: 'Open the import',
      group: 'List',
      run: () => {
        if (current) router.push(envHref(`/imports/${encodeImportId(current.id)}`, environment));
      },
    },
    {
      keys: 'x',
      label: 'Select the row',
      group: 'List',
      run: () => current && cursor.acts.onPick(current.id, { range: false }),
    },
    { keys: ' ', label: 'Quick look', group: 'List', run: () => current && cursor.acts.onLook(current.id) },
    {
      keys: 'Escape',
      label: 'Close quick look, then clear the selection',
      group: 'List',
      run: () => {
        // The filters are open: Escape closes them, and nothing else.
        if (document.querySelector('[popover=auto]:popover-open')) return;
        if (cursor.lookedAt === null) cursor.clearPicked();
        else cursor.closeLook();
      },
    },
    { keys: 'l', label: 'Look up at the service', group: 'List', run: () => setLookUp({ mode: 'one', runId: null }) },
  ]);

  const problem = list.error instanceof ApiProblem ? list.error.problem : null;
  const again = (
    <Button size="sm" icon="refresh" busy={list.isFetching} onClick={() => void list.refetch()}>
      Try again
    </Button>
  );

  return (
    <div
      className="flex min-h-0 flex-1"
      onClickCapture={(event) => {
        const next = takeClick(event);
        if (!next) return;
        if (next.q !== view.q) ask(next.q);
        setLookUp(null);
      }}
    >
      <section aria-label="List of imports" className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="px-6 pt-5 pb-3 max-md:px-4 max-md:pt-4">
          <ImportsHead
            environment={environment}
            counts={counts}
            exportQuery={listQueryForApi(view)}
            mayCreate={mayCreate}
            onLookUp={() => setLookUp({ mode: 'one', runId: null })}
          />
          <ViewTabs environment={environment} view={view} counts={counts} drawn={views} />
          <FilterChips environment={environment} view={view} counts={counts} go={go} />
          {view.q !== '' && (
            <LookUpStrip
              environment={environment}
              words={view.q}
              asked={asked === view.q}
              onAsk={() => ask(view.q)}
              shown={shownIds}
            />
          )}
          {list.error !== null && rows.length > 0 && (
            <Notice
              tone="error"
              live
              className="mt-3"
              title={problem?.title ?? 'The list could not be loaded'}
              actions={again}
            >
              {list.error.message} The rows below were loaded{' '}
              <Time at={new Date(list.dataUpdatedAt).toISOString()} as="relative" />.
              {problem !== null && problem.requestId !== '' && ` Request ${problem.requestId}.`}
            </Notice>
          )}
        </div>
        {rows.length > 0 ? (
          <ImportTable
            environment={environment}
            view={view}
            rows={rows}
            total={total}
            busy={list.isPlaceholderData}
            hasMore={hasNextPage}
            loadMore={loadMore}
            cursor={cursor}
            onSeen={setSeen}
          >
            {/* Showing what is new begins at the top, with what the list begins with. */}
            <div onClickCapture={firstPageOnly} className="absolute end-[490px] w-0">
              <UpdatesPill environment={environment} />
            </div>
          </ImportTable>
        ) : (
          <div className="relative min-h-0 flex-1 overflow-y-auto">
            <UpdatesPill environment={environment} />
            {list.error === null ? (
              <EmptyList
                environment={environment}
                view={view}
                recordEmpty={counts.total === 0}
                mayLookUpMany={mayCreate}
                onLookUp={(mode) => setLookUp({ mode, runId: null })}
              />
            ) : (
              <ErrorState
                title={problem?.title ?? 'The list could not be loaded'}
                requestId={problem === null || problem.requestId === '' ? undefined : problem.requestId}
                actions={again}
              >
                {list.error.message}
              </ErrorState>
            )}
          </div>
        )}
        {cursor.picked.size > 0 && (
          <SelectionBar
            environment={environment}
            picked={cursor.picked}
            mayDecide={mayDecide}
            onClear={cursor.clearPicked}
          />
        )}
        <HydrationMarker />
        <ListFoot seen={seen} total={total} oldestLookAt={counts.oldestLookAt} />
      </section>
      {lookedAt && <QuickLook key={lookedAt.id} row={lookedAt} mayHandOver={mayCreate} onClose={cursor.closeLook} />}
      {lookUp && (
        <LookUpDialog
          environment={environment}
          mode={lookUp.mode}
          runId={lookUp.runId}
          mayLookUpMany={mayCreate && environment === 'live'}
          onOne={(name) => {
            setLookUp(null);
            ask(name);
            go((now) => ({ ...now, q: name, gone: 'show' }));
          }}
          onRun={(runId) => {
            setLookUp({ mode: 'many', runId });
            nameRunInAddress(runId);
          }}
          onClose={() => {
            setLookUp(null);
            nameRunInAddress(null);
          }}
        />
      )}
    </div>
  );
}

/** While pages are read one after the other, an import may move from one to the next; it is shown once. */
function eachOnce(rows: readonly ImportRow[]): ImportRow[] {
  return [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed();
}

/** A look-up of many names goes on by itself; its address brings people back to it. */
function nameRunInAddress(runId: string | null): void {
  const url = new URL(window.location.href);
  if (runId === null) url.searchParams.delete('lookup');
  else url.searchParams.set('lookup', runId);
  if (url.href !== window.location.href) window.history.replaceState(null, '', url);
}

/**
 * What stands in the search field narrows the list as it is typed. The service is asked when the person says so: by
 * Enter, by following a link to a name, or by opening an address that holds one.
 */
function useAskedName(view: ListView, go: GoTo) {
  const [asked, ask] = useState(view.q);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onSearch(({ words, entered }) => {
      clearTimeout(timer);
      const search = (how: 'push' | 'replace') =>
        go((now) => {
          // Searching shows gone imports unless somebody chose otherwise; no longer searching undoes that.
          const usual = now.gone === (now.q === '' ? 'hide' : 'show');
          return { ...now, q: words, gone: usual ? (words === '' ? 'hide' : 'show') : now.gone };
        }, how);
      if (entered) {
        search('push');
        ask(words);
      } else timer = setTimeout(() => search('replace'), typingPauseMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [go]);
  return { asked, ask };
}
