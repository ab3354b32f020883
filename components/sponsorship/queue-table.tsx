'use client';

import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { Environment } from '@/lib/contract/environment';
import type { QueueItem } from '@/lib/contract/sponsorship';
import type { ListCursor } from '../imports/use-list-cursor';
import { Checkbox } from '../ui/checkbox';
import { cx } from '../ui/cx';
import { Table, TableBody, TableHead, Th } from '../ui/table';
import { columnClasses } from './queue-columns';
import { QueueTableRow } from './queue-table-row';
import type { QueueTab } from './queue-tab';

/** The queue as a real table. It narrows by its own width, so that the quick look beside it costs facts, not names. */
export function QueueTable({
  items,
  tab,
  environment,
  viewerId,
  cursor,
  onDecide,
}: {
  items: readonly QueueItem[];
  tab: QueueTab;
  environment: Environment;
  viewerId: string;
  cursor: ListCursor;
  onDecide: (item: QueueItem, kind: 'accept' | 'reject') => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const { current, focusPending, selected, previewId } = cursor;
  useLayoutEffect(() => {
    if (!focusPending || current === null) return;
    const rowElement = container.current?.querySelector<HTMLElement>(`tr[data-import="${CSS.escape(current)}"]`);
    rowElement?.focus();
    if (rowElement) cursor.markFocused();
  });
  const waiting = tab === 'waiting';
  const tabStop = items.some(({ importId }) => importId === current) ? current : items[0]?.importId;
  const allSelected = items.every(({ importId }) => selected.has(importId));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
    if (step === undefined || !(event.target instanceof HTMLElement) || event.target.tagName !== 'TR') return;
    event.preventDefault();
    cursor.move(step);
  };
  return (
    <div ref={container} className="@container relative">
      <Table label="Sponsorship queue" stack className="md:[&_td]:h-11" onKeyDown={onKeyDown}>
        <TableHead stack>
          {waiting && (
            <Th stack className="w-12.5">
              <Checkbox
                label="Select all rows"
                hideLabel
                checked={allSelected}
                mixed={!allSelected && selected.size > 0}
                onChange={() => cursor.selectAll(!allSelected)}
                className="top-0.5"
              />
            </Th>
          )}
          <Th stack>Customer</Th>
          <Th stack className={waiting ? 'w-29' : 'w-40'}>
            From
          </Th>
          <Th stack num className="w-23" sorted={waiting ? 'descending' : undefined}>
            {sinceLabels[tab]}
          </Th>
          <Th stack num className={columnClasses.records}>
            Records
          </Th>
          <Th stack num className="w-21">
            Warnings
          </Th>
          <Th stack num className={columnClasses.users}>
            Users
          </Th>
          <Th stack className={cx('w-49 ps-3!', waiting && columnClasses.policy)}>
            {waiting ? 'Policy' : 'By'}
          </Th>
          <Th stack className={cx('w-50', waiting && columnClasses.state)}>
            State
          </Th>
          {waiting && (
            <Th stack className={columnClasses.decide}>
              Decide
            </Th>
          )}
        </TableHead>
        <TableBody stack>
          {items.map((item) => (
            <QueueTableRow
              key={item.importId}
              item={item}
              tab={tab}
              environment={environment}
              viewerId={viewerId}
              current={item.importId === current}
              tabStop={item.importId === tabStop}
              previewed={item.importId === previewId}
              selected={selected.has(item.importId)}
              actions={cursor.rowActions}
              onDecide={onDecide}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

const sinceLabels: Record<QueueTab, string> = { waiting: 'Waiting', unknown: 'Unknown for', decided: 'Decided' };
