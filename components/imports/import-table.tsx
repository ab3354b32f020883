'use client';

import Link from 'next/link';
import { useEffect, useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import type { ImportRow } from '@/lib/contract/imports';
import { listHref, type ListView } from '@/lib/contract/list-view';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { Skeleton } from '../ui/skeleton';
import { Table, TableBody, TableHead, TableSpacer, Td, Th, Tr } from '../ui/table';
import { cursorRowProps, SelectAllCheckbox } from './cursor-row';
import { moveByArrowKeys, useRowFocus } from './use-list-shortcuts';
import { checkboxColumnClass, importColumns, type ImportColumn } from './import-columns';
import { ImportTableRow } from './import-table-row';
import { tableLabels } from './labels';
import type { ListCursor } from './use-list-cursor';
import { useRowWindow } from './use-row-window';
import { useEnvironment } from '../ui/use-environment';

/** Fetch the next page this many rows before the end: about three screens. */
const prefetchRows = 60;

/** With the checkbox. A wider span would keep a place for the two columns that narrow tables hide. */
const alwaysShownColumns = importColumns.length - 1;

/** Scroll positions by URL, restored when the user returns. */
const scrollPositions = new Map<string, number>();

export function ImportTable({
  view,
  rows,
  widths,
  total,
  totalIsMinimum,
  busy,
  hasMore,
  loadMore,
  cursor,
  onVisibleRows,
  children,
}: {
  view: ListView;
  rows: readonly ImportRow[];
  widths: CSSProperties;
  total: number;
  totalIsMinimum: boolean;
  /** Rows of the previous view are shown while the new ones load. */
  busy: boolean;
  hasMore: boolean;
  loadMore: () => void;
  cursor: ListCursor;
  onVisibleRows: (rows: { first: number; last: number }) => void;
  children?: ReactNode;
}) {
  const container = useRef<HTMLDivElement>(null);
  const href = listHref(view, useEnvironment());
  const { current, focusPending, selected } = cursor;
  const rowWindow = useRowWindow({ count: rows.length, container, startAt: scrollPositions.get(href) ?? 0 });
  const { indexes, beforePx, afterPx, firstVisible, lastVisible, scrollTo, scrollToTop } = rowWindow;

  const lastRendered = indexes.at(-1) ?? 0;
  useEffect(() => {
    if (hasMore && lastRendered >= rows.length - prefetchRows) loadMore();
  }, [hasMore, lastRendered, rows.length, loadMore]);

  useEffect(
    () => onVisibleRows({ first: firstVisible, last: lastVisible }),
    [onVisibleRows, firstVisible, lastVisible],
  );

  // A new view starts at the top; only the initial one restores its scroll position.
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

  // After a keyboard move, scroll the row into view, then focus it once it is rendered.
  const focusIndex = focusPending ? rows.findIndex(({ id }) => id === current) : -1;
  useLayoutEffect(() => {
    if (focusIndex >= 0) scrollTo(focusIndex);
  }, [focusIndex, scrollTo]);
  useRowFocus(container, cursor, { preventScroll: true });

  // The current row gets the tab stop, or the first rendered row if the current one is not rendered.
  const renderedIds = indexes.flatMap((index) => rows[index]?.id ?? []);
  const tabStop = current !== null && renderedIds.includes(current) ? current : rows[firstVisible - 1]?.id;
  const allSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id));

  return (
    <div
      ref={container}
      className={cx(
        'relative min-h-0 flex-1 overscroll-contain md:@container md:overflow-auto',
        busy && 'opacity-60 transition-opacity delay-150',
      )}
      aria-busy={busy}
    >
      <div className="pointer-events-none sticky start-0 top-0 z-3 h-0 *:pointer-events-auto">{children}</div>
      <Table
        label={tableLabels.table}
        stack
        rowCount={totalIsMinimum ? -1 : total + 1}
        style={widths}
        className="md:min-w-[730px]"
        onKeyDown={(event) => moveByArrowKeys(event, cursor)}
      >
        <TableHead>
          <Th className={checkboxColumnClass}>
            <SelectAllCheckbox label={tableLabels.selectAll} allSelected={allSelected} cursor={cursor} />
          </Th>
          {importColumns.map((column) => (
            <ColumnHeader key={column.key} column={column} view={view} />
          ))}
        </TableHead>
        <TableBody>
          <TableSpacer heightPx={beforePx} columns={alwaysShownColumns} />
          {indexes.map((index) => {
            const row = rows[index];
            return (
              row && (
                <ImportTableRow key={row.id} row={row} index={index} {...cursorRowProps(row.id, cursor, tabStop)} />
              )
            );
          })}
          <TableSpacer heightPx={afterPx} columns={alwaysShownColumns} />
          {hasMore && <LoadingRows />}
        </TableBody>
      </Table>
    </div>
  );
}

function ColumnHeader({ column, view }: { column: ImportColumn; view: ListView }) {
  const environment = useEnvironment();
  const { sort } = column;
  if (!sort) {
    return (
      <Th num={column.num} className={column.className}>
        {column.title}
      </Th>
    );
  }
  const sorted = view.sort === sort.by ? (view.direction === 'asc' ? 'ascending' : 'descending') : undefined;
  const direction = sorted === undefined ? sort.first : view.direction === 'asc' ? 'desc' : 'asc';
  return (
    <Th num={column.num} sorted={sorted} className={column.className}>
      <Link
        href={listHref({ ...view, sort: sort.by, direction }, environment)}
        scroll={false}
        prefetch={false}
        className={cx('inline-flex items-center gap-1 rounded-1 hover:text-ink', sorted && 'font-strong text-ink')}
      >
        {column.title}
        {sorted && <Icon name={sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} size={12} />}
      </Link>
    </Th>
  );
}

function LoadingRows() {
  return [0, 1, 2].map((row) => (
    <Tr key={row} aria-hidden className="pointer-events-none max-md:block max-md:h-[92px] max-md:px-4 max-md:py-3">
      <Td colSpan={alwaysShownColumns} className="ps-[50px]! max-md:block max-md:border-0! max-md:ps-0!">
        <Skeleton className="w-56" />
      </Td>
    </Tr>
  ));
}
