'use client';

import { useRef, type ComponentProps } from 'react';
import type { QueueItem, QueueTab } from '@/lib/contract/sponsorship';
import { cursorRowProps, SelectAllCheckbox } from '../imports/cursor-row';
import { moveByArrowKeys, useRowFocus } from '../imports/use-list-shortcuts';
import type { ListCursor } from '../imports/use-list-cursor';
import { cx } from '../ui/cx';
import { Table, TableBody, TableHead, Th } from '../ui/table';
import { queueTableLabels as labels } from './queue-labels';
import { columnClasses, QueueTableRow } from './queue-table-row';
import type { Viewer } from './why-not-decidable';

const cellClasses = cx(
  '[&_td]:overflow-visible! [&_td]:whitespace-normal! md:[&_td]:h-11 md:[&_td]:py-1.5! md:[&_td]:align-top',
  'max-md:[&_td]:block max-md:[&_td]:h-auto! max-md:[&_td]:w-auto max-md:[&_td]:border-0! max-md:[&_td]:bg-transparent! max-md:[&_td]:p-0! max-md:[&_td]:shadow-none!',
);

/** Hides columns by its own width, so that names stay readable beside an open preview panel. */
export function QueueTable({
  items,
  tab,
  viewer,
  cursor,
  onDecide,
}: {
  items: readonly QueueItem[];
  tab: QueueTab;
  viewer: Viewer;
  cursor: ListCursor;
  onDecide: (item: QueueItem, kind: 'accept' | 'reject') => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const { current, selected } = cursor;
  useRowFocus(container, cursor);
  const waiting = tab === 'waiting';
  const tabStop = items.some(({ importId }) => importId === current) ? current : items[0]?.importId;
  const allSelected = items.every(({ importId }) => selected.has(importId));
  const columns: readonly (Omit<ComponentProps<typeof Th>, 'children'> & { title: string })[] = [
    { title: labels.customer },
    { title: labels.from, className: columnClasses.tool },
    { title: labels.status, className: waiting ? columnClasses.status : 'w-54' },
    {
      title: labels.since[tab],
      num: true,
      className: cx(columnClasses.since, tab === 'decided' ? 'w-29' : 'w-23'),
      sorted: waiting ? 'descending' : undefined,
    },
    { title: labels.records, num: true, className: columnClasses.records },
    { title: labels.warnings, num: true, className: columnClasses.warnings },
    { title: labels.users, num: true, className: columnClasses.users },
    { title: waiting ? labels.policyAndState : labels.stateAndPerson, className: columnClasses.state },
    ...(waiting ? [{ title: labels.actions, className: columnClasses.actions }] : []),
  ];
  return (
    <div ref={container} className="@container relative">
      <Table label={labels.table} stack className={cellClasses} onKeyDown={(event) => moveByArrowKeys(event, cursor)}>
        <TableHead>
          {waiting && (
            <Th className="w-12.5">
              <SelectAllCheckbox label={labels.selectAll} allSelected={allSelected} cursor={cursor} />
            </Th>
          )}
          {columns.map(({ title, ...column }) => (
            <Th key={title} {...column}>
              {title}
            </Th>
          ))}
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <QueueTableRow
              key={item.importId}
              item={item}
              tab={tab}
              viewer={viewer}
              onDecide={onDecide}
              {...cursorRowProps(item.importId, cursor, tabStop)}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
