'use client';

import type { QueueItem, QueueTab } from '@/lib/contract/sponsorship';
import { CursorRow, RowCheckbox, RowLink, WarningCount, type CursorRowProps } from '../imports/cursor-table';
import { ToolName } from '../ui/avatar';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { Num } from '../ui/number';
import { None, Td } from '../ui/table';
import { Time } from '../ui/time';
import { StatusText } from '../status/status-text';
import { UndoButton } from './undo-button';
import { requestSourceShortLabel, requestSourceLabel } from './request-source-label';
import { whyNotDecidable } from './why-not-decidable';
import { PolicyLabel, DecisionStateLabel } from './decision-state-label';

/** Columns to hide when the table gets narrow, least important first; the preview panel has all of them. */
export const columnClasses = {
  records: 'w-19 @max-[1240px]:hidden',
  users: 'w-21 @max-[1240px]:hidden',
  /** The policy result is shown again before sending, and phones have a line for it. */
  policy: 'md:@max-[1040px]:hidden',
  /** Then this column is next to numbers, as policy was. */
  state: 'md:pe-1! md:@max-[1040px]:ps-3!',
  decide: 'w-40 @max-[900px]:hidden',
} as const;

// On a phone each row is a three-line grid that opens the import when tapped.
const phoneRowClasses =
  'focus-visible:-outline-offset-2 max-md:relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:border-b-line-soft max-md:px-4 max-md:py-3 max-md:[&>td:not([data-wide])]:h-5! max-md:[&>td]:leading-5 max-md:[&>td:not([data-wide])]:block! max-md:[&>td]:border-0! max-md:[&>td]:bg-transparent! max-md:[&>td]:p-0! max-md:[&>td]:shadow-none!';

// Above the link that covers the row.
const phoneUndoClasses =
  'w-40 md:@max-[900px]:hidden max-md:relative max-md:z-1 max-md:order-7 max-md:col-span-2 max-md:block max-md:h-auto! max-md:w-auto max-md:justify-self-start';

export function QueueTableRow({
  item,
  tab,
  viewerId,
  onDecide,
  ...cursorProps
}: CursorRowProps & {
  item: QueueItem;
  tab: QueueTab;
  viewerId: string;
  onDecide: (item: QueueItem, kind: 'accept' | 'reject') => void;
}) {
  const name = item.username ?? item.importId;
  const { decision } = item;
  const waiting = tab === 'waiting';
  const held = decision?.state === 'approved' ? decision : null;
  const since = waiting
    ? item.askedAt
    : (decision?.answeredAt ?? decision?.sentAt ?? decision?.proposedAt ?? item.askedAt);
  return (
    <CursorRow id={item.importId} className={phoneRowClasses} {...cursorProps}>
      {waiting && (
        <Td data-wide className="max-md:hidden">
          <RowCheckbox id={item.importId} name={name} selected={cursorProps.selected} actions={cursorProps.actions} />
        </Td>
      )}
      <Td className="max-md:order-1">
        <RowLink id={item.importId} username={item.username} />
        {item.oddity !== null && item.status !== null ? (
          <span className="block truncate text-12">
            <StatusText status={item.status} />
          </span>
        ) : (
          <span className={cx('block truncate text-12 max-md:hidden', item.asked.verified ? 'text-meta' : 'text-turn')}>
            {requestSourceLabel(item)}
          </span>
        )}
      </Td>
      <Td
        tone="ink-2"
        className="max-md:order-5 max-md:text-12 max-md:[&_[aria-hidden]]:hidden max-md:[&_[role=img]]:hidden"
      >
        {item.tool === null ? <None /> : <ToolName name={item.tool} />}
        <span className={cx('md:hidden', !item.asked.verified && 'text-turn')}>
          {item.tool === null ? requestSourceLabel(item) : `, ${requestSourceShortLabel(item)}`}
        </span>
      </Td>
      <Td num tone="ink-2" className="max-md:order-2 max-md:text-12">
        <Time at={since} as="age" />
      </Td>
      <Td num tone="ink-2" data-wide className={cx(columnClasses.records, 'max-md:hidden')}>
        {item.records === null ? <None /> : <Num value={item.records} />}
      </Td>
      <Td num className="max-md:order-6 max-md:text-12">
        <WarningCount count={item.warnings}>
          <span className="sr-only md:hidden">warnings</span>
        </WarningCount>
      </Td>
      <Td num tone="ink-2" data-wide className={cx(columnClasses.users, 'max-md:hidden')}>
        {item.usersTotal === null ? (
          <None />
        ) : (
          <>
            <Num value={item.usersMatched ?? 0} /> of <Num value={item.usersTotal} />
          </>
        )}
      </Td>
      <Td tone="ink-2" className={cx('ps-3! max-md:order-3 max-md:text-12', waiting && columnClasses.policy)}>
        {waiting ? <PolicyLabel item={item} /> : (decision?.approvedBy?.name ?? decision?.proposedBy?.name ?? <None />)}
      </Td>
      <Td className={cx('max-md:order-4 max-md:text-12', waiting && columnClasses.state)}>
        <DecisionStateLabel item={item} viewerId={viewerId} />
      </Td>
      {waiting && (
        <Td data-wide className={held ? phoneUndoClasses : cx(columnClasses.decide, 'max-md:hidden')}>
          <span className="flex gap-1.5">
            {held ? (
              <UndoButton
                size="sm"
                importId={item.importId}
                customer={name}
                decision={held}
                tabIndex={cursorProps.tabStop ? 0 : -1}
              />
            ) : (
              (['accept', 'reject'] as const).map((kind) => (
                <Button
                  key={kind}
                  size="sm"
                  variant={kind === 'accept' ? 'secondary' : 'ghost'}
                  tabIndex={cursorProps.tabStop ? 0 : -1}
                  disabled={whyNotDecidable(item, kind, viewerId) !== null}
                  data-tip={whyNotDecidable(item, kind, viewerId) ?? undefined}
                  onClick={() => onDecide(item, kind)}
                >
                  {kind === 'accept' ? 'Accept' : 'Reject'}
                  <span className="sr-only"> sponsorship for {name}</span>
                </Button>
              ))
            )}
          </span>
        </Td>
      )}
    </CursorRow>
  );
}
