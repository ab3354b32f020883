'use client';

import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Environment } from '@/lib/contract/environment';
import type { ImportRow } from '@/lib/contract/imports';
import { listHref, type ListView } from '@/lib/contract/list-address';
import { Checkbox } from '../ui/checkbox';
import { cx } from '../ui/cx';
import { Skeleton } from '../ui/skeleton';
import { SortLink } from '../ui/sort-link';
import { Table, TableBody, TableHead, TableSpacer, Td, Th, Tr } from '../ui/table';
import { boxWidth, importColumns, type ImportColumn } from './import-columns';
import { ImportLine } from './import-line';
import type { ListCursor } from './use-list-cursor';
import { useRowWindow } from './use-row-window';

/** How many rows before the end the next page is asked for: about three screens. */
const ahead = 60;

/** Where a list was scrolled to, by its address, for whoever comes back to it. */
const places = new Map<string, number>();

export function ImportTable({
  environment,
  view,
  rows,
  total,
  busy,
  hasMore,
  loadMore,
  cursor,
  onSeen,
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
  onSeen: (seen: { first: number; last: number }) => void;
  /** Stands in the free space of the head: the updates. */
  children?: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const address = listHref(view, environment);
  const { current, focusWanted, picked, lookedAt } = cursor;
  const rowWindow = useRowWindow({ count: rows.length, frame, startAt: places.get(address) ?? 0 });
  const { indexes, beforePx, afterPx, firstSeen, lastSeen, scrollTo, toTop } = rowWindow;

  const lastDrawn = indexes.at(-1) ?? 0;
  useEffect(() => {
    if (hasMore && lastDrawn >= rows.length - ahead) loadMore();
  }, [hasMore, lastDrawn, rows.length, loadMore]);

  useEffect(() => onSeen({ first: firstSeen, last: lastSeen }), [onSeen, firstSeen, lastSeen]);

  // Another view begins at its top; the one the page came with may have been left in the middle.
  const shownAddress = useRef(address);
  useEffect(() => {
    if (shownAddress.current === address) return;
    shownAddress.current = address;
    toTop();
  }, [address, toTop]);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const remember = () => places.set(address, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [address]);

  // The keyboard has moved: bring the row into sight, then give it the focus once it is drawn.
  const wantedIndex = focusWanted ? rows.findIndex(({ id }) => id === current) : -1;
  useLayoutEffect(() => {
    if (wantedIndex >= 0) scrollTo(wantedIndex);
  }, [wantedIndex, scrollTo]);
  useLayoutEffect(() => {
    if (!focusWanted || current === null) return;
    const line = frame.current?.querySelector<HTMLElement>(`tr[data-import="${CSS.escape(current)}"]`);
    line?.focus({ preventScroll: true });
    if (line) cursor.focused();
  });

  // One row can be tabbed to: where the keyboard was, or the first one in sight when that is out of it.
  const drawn = indexes.flatMap((index) => rows[index]?.id ?? []);
  const tabStop = current !== null && drawn.includes(current) ? current : rows[firstSeen - 1]?.id;
  const allPicked = rows.length > 0 && rows.every(({ id }) => picked.has(id));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
    if (step === undefined || !(event.target instanceof HTMLElement) || event.target.tagName !== 'TR') return;
    event.preventDefault();
    cursor.move(step);
  };

  return (
    <div
      ref={frame}
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
        widths={[boxWidth, ...importColumns.map(({ width }) => width)]}
        className="md:min-w-[940px]"
        onKeyDown={onKeyDown}
      >
        <TableHead stack>
          <Th stack>
            <Checkbox
              label="Select all loaded rows"
              hideLabel
              checked={allPicked}
              mixed={!allPicked && picked.size > 0}
              onChange={() => cursor.pickAll(!allPicked)}
              className="top-0.5"
            />
          </Th>
          {importColumns.map((column) => (
            <Head key={column.key} column={column} view={view} environment={environment} />
          ))}
        </TableHead>
        <TableBody stack>
          <TableSpacer heightPx={beforePx} columns={importColumns.length + 1} />
          {indexes.map((index) => {
            const row = rows[index];
            return (
              row && (
                <ImportLine
                  key={row.id}
                  row={row}
                  index={index}
                  current={row.id === current}
                  tabStop={row.id === tabStop}
                  looked={row.id === lookedAt}
                  picked={picked.has(row.id)}
                  acts={cursor.acts}
                />
              )
            );
          })}
          <TableSpacer heightPx={afterPx} columns={importColumns.length + 1} />
          {hasMore && <ComingRows />}
        </TableBody>
      </Table>
    </div>
  );
}

function Head({ column, view, environment }: { column: ImportColumn; view: ListView; environment: Environment }) {
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
function ComingRows() {
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
