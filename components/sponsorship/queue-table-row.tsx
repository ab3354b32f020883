'use client';

import type { ReactNode } from 'react';
import type { QueueItem, QueueTab } from '@/lib/contract/sponsorship';
import { CursorRow, RowCheckbox, RowLink, WarningCount, type CursorRowProps } from '../imports/cursor-row';
import { StatusText } from '../status/status-text';
import { shownStatus } from '../status/status-tone';
import { ToolName } from '../ui/avatar';
import { cx } from '../ui/cx';
import { Num } from '../ui/number';
import { None, Td } from '../ui/table';
import { Time } from '../ui/time';
import { DecisionStateLabel, PolicyLabel } from './decision-state-label';
import { decidedBy, queueTableLabels as labels } from './queue-labels';
import { QueueRowActions } from './queue-row-actions';
import { requestSourceLabel } from './request-source-label';
import { waitingSince } from './waiting-since';
import type { Viewer } from './why-not-decidable';

/**
 * Widths by content, and the columns that go when the table gets narrow. Tool and warnings then move into the cells of
 * customer and records; records, users and time are in the preview panel too.
 */
export const columnClasses = {
  tool: 'w-29 @max-[1340px]:hidden',
  status: 'w-54 @max-[1120px]:w-36',
  since: 'md:@max-[780px]:hidden',
  records: 'w-17 md:@max-[900px]:hidden',
  warnings: 'w-20 md:@max-[1240px]:hidden',
  users: 'w-20 md:@max-[900px]:hidden',
  state: 'w-49 md:ps-3! md:pe-2!',
  actions: 'w-40',
} as const;

// On a phone each row is a card: customer and time, status, figures, policy and decision, buttons. Selecting several
// requests is left to wider screens, where their facts can be compared.
const cardClasses =
  'focus-visible:-outline-offset-2 max-md:relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(31%,auto)] max-md:gap-x-3 max-md:gap-y-2.5 max-md:border-b max-md:p-4';

export function QueueTableRow({
  item,
  tab,
  viewer,
  onDecide,
  ...cursorProps
}: CursorRowProps & {
  item: QueueItem;
  tab: QueueTab;
  viewer: Viewer;
  onDecide: (item: QueueItem, kind: 'accept' | 'reject') => void;
}) {
  const { decision } = item;
  const waiting = tab === 'waiting';
  const status = shownStatus(item);
  const tabIndex = cursorProps.tabStop ? 0 : -1;
  const since = waiting
    ? waitingSince(item)
    : (decision?.answeredAt ?? decision?.sentAt ?? decision?.proposedAt ?? item.askedAt);
  return (
    <CursorRow id={item.importId} className={cardClasses} {...cursorProps}>
      {waiting && (
        <Td className="max-md:hidden!">
          <span className="flex h-5 items-center">
            <RowCheckbox
              id={item.importId}
              name={item.username ?? item.importId}
              selected={cursorProps.selected}
              actions={cursorProps.actions}
            />
          </span>
        </Td>
      )}
      <Td className="[overflow-wrap:anywhere] max-md:order-1 max-md:col-span-2">
        <Customer item={item} tabStop={cursorProps.tabStop} />
      </Td>
      <Td tone="ink-2" className={cx(columnClasses.tool, 'max-md:hidden!')}>
        {item.tool === null ? <None /> : <ToolName name={item.tool} />}
      </Td>
      <Td className={cx(columnClasses.status, 'max-md:order-3 max-md:col-span-3')}>
        {status === null ? <None /> : <StatusText wrap status={status} />}
      </Td>
      <Td num tone="ink-2" className={cx(columnClasses.since, 'max-md:order-2 max-md:text-12')}>
        <span className="max-md:whitespace-nowrap">
          <span className="md:hidden">{labels.since[tab]} </span>
          <Time at={since} as={tab === 'decided' ? 'relative' : 'age'} />
        </span>
      </Td>
      <Figure label={labels.records} className={cx(columnClasses.records, 'max-md:order-4')}>
        {item.records === null ? <None /> : <Num value={item.records} />}
        {item.warnings > 0 && (
          <span className="hidden text-12 md:@max-[1240px]:block">
            <WarningCount count={item.warnings}>
              <span className="sr-only">{labels.warningCount(item.warnings)}</span>
            </WarningCount>
          </span>
        )}
      </Figure>
      <Figure label={labels.warnings} className={cx(columnClasses.warnings, 'max-md:order-6')}>
        {item.warnings === 0 ? <None /> : <WarningCount count={item.warnings} />}
      </Figure>
      <Figure label={labels.users} className={cx(columnClasses.users, 'max-md:order-5')}>
        {item.usersTotal === null ? (
          <None />
        ) : (
          <>
            <Num value={item.usersMatched ?? 0} /> {labels.of} <Num value={item.usersTotal} />
          </>
        )}
      </Figure>
      <Td className={cx(columnClasses.state, 'max-md:order-7 max-md:col-span-3')}>
        {waiting ? (
          <>
            <PolicyLabel item={item} />
            <span className="block text-12">
              <DecisionStateLabel item={item} viewerId={viewer.id} />
            </span>
          </>
        ) : (
          <>
            <DecisionStateLabel item={item} viewerId={viewer.id} />
            {tab === 'decided' && <DecidedBy item={item} />}
          </>
        )}
      </Td>
      {waiting && (
        // Above the link that covers the card.
        <Td className={cx(columnClasses.actions, 'max-md:relative max-md:z-1 max-md:order-8 max-md:col-span-3')}>
          <QueueRowActions item={item} viewer={viewer} tabIndex={tabIndex} onDecide={onDecide} />
        </Td>
      )}
    </CursorRow>
  );
}

function Customer({ item, tabStop }: { item: QueueItem; tabStop: boolean }) {
  return (
    <>
      <RowLink id={item.importId} username={item.username} tabStop={tabStop} />
      <span className="block text-12 text-meta">
        <span className="sr-only">{labels.import} </span>
        {item.importId}
        {item.tool !== null && <span className="@min-[1340px]:hidden">, {item.tool}</span>}
        <span className={cx('md:@max-[1240px]:hidden', !item.asked.verified && 'text-turn')}>
          . {requestSourceLabel(item)}
        </span>
      </span>
    </>
  );
}

/** A number, which on a phone has its column's title above it. */
function Figure({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <Td num tone="ink-2" className={cx('max-md:text-start!', className)}>
      <span className="block text-12 text-meta md:hidden">{label}</span>
      {children}
    </Td>
  );
}

function DecidedBy({ item: { decision } }: { item: QueueItem }) {
  const name = decision ? decidedBy(decision) : undefined;
  return name === undefined ? null : <span className="block text-12 text-meta">{labels.by(name)}</span>;
}
