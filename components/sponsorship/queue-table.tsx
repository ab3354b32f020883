'use client';

import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { Environment } from '@/lib/contract/environment';
import type { QueueItem } from '@/lib/contract/sponsorship';
import type { ListCursor } from '../imports/use-list-cursor';
import { Checkbox } from '../ui/checkbox';
import { cx } from '../ui/cx';
import { Table, TableBody, TableHead, Th } from '../ui/table';
import { hideWhere } from './queue-columns';
import { QueueLine } from './queue-line';
import type { QueueTab } from './queue-tab';

/** The queue as a real table. It narrows by its own width, so that the quick look beside it costs facts, not names. */
export function QueueTable({
  items,
  tab,
  environment,
  viewerId,
  cursor,
  onAsk,
}: {
  items: readonly QueueItem[];
  tab: QueueTab;
  environment: Environment;
  viewerId: string;
  cursor: ListCursor;
  onAsk: (item: QueueItem, kind: 'accept' | 'reject') => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const { current, focusWanted, picked, lookedAt } = cursor;
  useLayoutEffect(() => {
    if (!focusWanted || current === null) return;
    const line = frame.current?.querySelector<HTMLElement>(`tr[data-import="${CSS.escape(current)}"]`);
    line?.focus();
    if (line) cursor.focused();
  });
  const waiting = tab === 'waiting';
  const tabStop = items.some(({ importId }) => importId === current) ? current : items[0]?.importId;
  const allPicked = items.every(({ importId }) => picked.has(importId));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
    if (step === undefined || !(event.target instanceof HTMLElement) || event.target.tagName !== 'TR') return;
    event.preventDefault();
    cursor.move(step);
  };
  return (
    <div ref={frame} className="@container relative">
      <Table label="Sponsorship queue" stack className="md:[&_td]:h-11" onKeyDown={onKeyDown}>
        <TableHead stack>
          {waiting && (
            <Th stack className="w-12.5">
              <Checkbox
                label="Select all rows"
                hideLabel
                checked={allPicked}
                mixed={!allPicked && picked.size > 0}
                onChange={() => cursor.pickAll(!allPicked)}
                className="top-0.5"
              />
            </Th>
          )}
          <Th stack>Customer</Th>
          <Th stack className={waiting ? 'w-29' : 'w-40'}>
            From
          </Th>
          <Th stack num className="w-23" sorted={waiting ? 'descending' : undefined}>
            {sinceWords[tab]}
          </Th>
          <Th stack num className={hideWhere.records}>
            Records
          </Th>
          <Th stack num className="w-21">
            Warnings
          </Th>
          <Th stack num className={hideWhere.users}>
            Users
          </Th>
          <Th stack className={cx('w-49 ps-3!', waiting && hideWhere.policy)}>
            {waiting ? 'Policy' : 'By'}
          </Th>
          <Th stack className={cx('w-50', waiting && hideWhere.state)}>
            State
          </Th>
          {waiting && (
            <Th stack className={hideWhere.decide}>
              Decide
            </Th>
          )}
        </TableHead>
        <TableBody stack>
          {items.map((item) => (
            <QueueLine
              key={item.importId}
              item={item}
              tab={tab}
              environment={environment}
              viewerId={viewerId}
              current={item.importId === current}
              tabStop={item.importId === tabStop}
              looked={item.importId === lookedAt}
              picked={picked.has(item.importId)}
              acts={cursor.acts}
              onAsk={onAsk}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

const sinceWords: Record<QueueTab, string> = { waiting: 'Waiting', unknown: 'Unknown for', decided: 'Decided' };
