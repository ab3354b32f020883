'use client';

import { useRef, type ComponentProps } from 'react';
import type { QueueItem, QueueTab } from '@/lib/contract/sponsorship';
import { cursorRowProps, moveByArrowKeys, SelectAllCheckbox, useRowFocus } from '../imports/cursor-table';
import type { ListCursor } from '../imports/use-list-cursor';
import { cx } from '../ui/cx';
import { Table, TableBody, TableHead, Th } from '../ui/table';
import { columnClasses, QueueTableRow } from './queue-table-row';

/** Hides columns by its own width, so an open preview panel does not truncate names. */
export function QueueTable({
  items,
  tab,
  viewerId,
  cursor,
  onDecide,
}: {
  items: readonly QueueItem[];
  tab: QueueTab;
  viewerId: string;
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
    { title: 'Customer' },
    { title: 'From', className: waiting ? 'w-29' : 'w-40' },
    { title: sinceLabels[tab], num: true, className: 'w-23', sorted: waiting ? 'descending' : undefined },
    { title: 'Records', num: true, className: columnClasses.records },
    { title: 'Warnings', num: true, className: 'w-21' },
    { title: 'Users', num: true, className: columnClasses.users },
    { title: waiting ? 'Policy' : 'By', className: cx('w-49 ps-3!', waiting && columnClasses.policy) },
    { title: 'State', className: cx('w-50', waiting && columnClasses.state) },
    ...(waiting ? [{ title: 'Decide', className: columnClasses.decide }] : []),
  ];
  return (
    <div ref={container} className="@container relative">
      <Table
        label="Sponsorship queue"
        stack
        className="md:[&_td]:h-11"
        onKeyDown={(event) => moveByArrowKeys(event, cursor)}
      >
        <TableHead>
          {waiting && (
            <Th className="w-12.5">
              <SelectAllCheckbox label="Select all rows" allSelected={allSelected} cursor={cursor} />
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
              viewerId={viewerId}
              onDecide={onDecide}
              {...cursorRowProps(item.importId, cursor, tabStop)}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

const sinceLabels: Record<QueueTab, string> = { waiting: 'Waiting', unknown: 'Unknown for', decided: 'Decided' };
