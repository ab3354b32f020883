'use client';

import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Environment } from '@/lib/contract/environment';
import type { ImportRow } from '@/lib/contract/imports';
import { listHref, type ListView } from '@/lib/contract/list-view';
import { Checkbox } from '../ui/checkbox';
import { cx } from '../ui/cx';
import { Skeleton } from '../ui/skeleton';
import { SortLink } from '../ui/sort-link';
import { Table, TableBody, TableHead, TableSpacer, Td, Th, Tr } from '../ui/table';
import { checkboxColumnWidth, importColumns, type ImportColumn } from './import-columns';
import { ImportTableRow } from './import-table-row';
import type { ListCursor } from './use-list-cursor';
import { useRowWindow } from './use-row-window';

/** How many rows before the end the next page is asked for: about three screens. */
const prefetchRows = 60;

/** Where a list was scrolled to, by its address, for whoever comes back to it. */
const scrollPositions = new Map<string, number>();

export function ImportTable({
  environment,
  view,
  rows,
  total,
  busy,
  hasMore,
  loadMore,
  cursor,
  onVisibleRows,
  children,
}: {
  environment: Environment;
  view: ListView;
  rows: readonly ImportRow[];
  total: number;
  /** Rows of an older view are shown while those of this one are on their way. */
  busy: boolean;
  hasMore: boolean;
  loadMore: () => void;
  cursor: ListCursor;
  onVisibleRows: (seen: { first: number; last: number }) => void;
  /** Stands in the free space of the head: the updates. */
  children?: ReactNode;
}) {
  const container = useRef<HTMLDivElement>(null);
  const href = listHref(view, environment);
  const { current, focusPending, selected, previewId } = cursor;
  const rowWindow = useRowWindow({ count: rows.length, frame: container, startAt: scrollPositions.get(href) ?? 0 });
  const { indexes, beforePx, afterPx, firstVisible, lastVisible, scrollTo, scrollToTop } = rowWindow;

  const lastRendered = indexes.at(-1) ?? 0;
  useEffect(() => {
    if (hasMore && lastRendered >= rows.length - prefetchRows) loadMore();
  }, [hasMore, lastRendered, rows.length, loadMore]);

  useEffect(
    () => onVisibleRows({ first: firstVisible, last: lastVisible }),
    [onVisibleRows, firstVisible, lastVisible],
  );

  // Another view begins at its top; the one the page came with may have been left in the middle.
  const shownHref = useRef(href);
  useEffect(() => {
    if (shownHref.current === href) return;
    shownHref.current = href;
    scrollToTop();
  }, [href, scrollToTop]);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const remember = () => scrollPositions.set(href, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [href]);

  // The keyboard has moved: bring the row into sight, then give it the focus once it is drawn.
  const focusIndex = focusPending ? rows.findIndex(({ id }) => id === current) : -1;
  useLayoutEffect(() => {
    if (focusIndex >= 0) scrollTo(focusIndex);
  }, [focusIndex, scrollTo]);
  useLayoutEffect(() => {
    if (!focusPending || current === null) return;
    const rowElement = container.current?.querySelector<HTMLElement>(`tr[data-import="${CSS.escape(current)}"]`);
    rowElement?.focus({ preventScroll: true });
    if (rowElement) cursor.markFocused();
  });

  // One row can be tabbed to: where the keyboard was, or the first one in sight when that is out of it.
  const renderedIds = indexes.flatMap((index) => rows[index]?.id ?? []);
  const tabStop = current !== null && renderedIds.includes(current) ? current : rows[firstVisible - 1]?.id;
  const allSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
    if (step === undefined || !(event.target instanceof HTMLElement) || event.target.tagName !== 'TR') return;
    event.preventDefault();
    cursor.move(step);
  };

  return (
    <div
      ref={container}
      className={cx(
        'relative min-h-0 flex-1 overscroll-contain md:overflow-auto',
        busy && 'opacity-60 transition-opacity delay-150',
      )}
      aria-busy={busy}
    >
      <div className="pointer-events-none sticky start-0 top-0 z-3 h-0 *:pointer-events-auto">{children}</div>
      <Table
        label="Imports"
        stack
        rowCount={total + 1}
        widths={[checkboxColumnWidth, ...importColumns.map(({ width }) => width)]}
        className="md:min-w-[940px]"
        onKeyDown={onKeyDown}
      >
        <TableHead stack>
          <Th stack>
            <Checkbox
              label="Select all loaded rows"
              hideLabel
              checked={allSelected}
              mixed={!allSelected && selected.size > 0}
              onChange={() => cursor.selectAll(!allSelected)}
              className="top-0.5"
            />
          </Th>
          {importColumns.map((column) => (
            <ColumnHeader key={column.key} column={column} view={view} environment={environment} />
          ))}
        </TableHead>
        <TableBody stack>
          <TableSpacer heightPx={beforePx} columns={importColumns.length + 1} />
          {indexes.map((index) => {
            const row = rows[index];
            return (
              row && (
                <ImportTableRow
                  key={row.id}
                  row={row}
                  index={index}
                  current={row.id === current}
                  tabStop={row.id === tabStop}
                  previewed={row.id === previewId}
                  selected={selected.has(row.id)}
                  actions={cursor.rowActions}
                />
              )
            );
          })}
          <TableSpacer heightPx={afterPx} columns={importColumns.length + 1} />
          {hasMore && <LoadingRows />}
        </TableBody>
      </Table>
    </div>
  );
}

function ColumnHeader({
  column,
  view,
  environment,
}: {
  column: ImportColumn;
  view: ListView;
  environment: Environment;
}) {
  const { sort } = column;
  if (!sort) {
    return (
      <Th stack num={column.num}>
        {column.title}
      </Th>
    );
  }
  const sorted = view.sort === sort.by ? (view.direction === 'asc' ? 'ascending' : 'descending') : undefined;
  const direction = sorted === undefined ? sort.first : view.direction === 'asc' ? 'desc' : 'asc';
  return (
    <Th stack num={column.num} sorted={sorted}>
      <SortLink href={listHref({ ...view, sort: sort.by, direction }, environment)} sorted={sorted}>
        {column.title}
      </SortLink>
    </Th>
  );
}

/** The next page is on its way. */
function LoadingRows() {
  return [0, 1, 2].map((row) => (
    <Tr
      key={row}
      stack
      aria-hidden
      className="pointer-events-none max-md:block max-md:h-[92px] max-md:px-4 max-md:py-3"
    >
      <Td stack colSpan={importColumns.length + 1} className="ps-[50px]! max-md:block max-md:border-0! max-md:ps-0!">
        <Skeleton className="w-56" />
      </Td>
    </Tr>
  ));
}
