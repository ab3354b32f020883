'use client';

import Link from 'next/link';
import type { MouseEvent } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { encodeImportId } from '@/lib/contract/import-id';
import type { QueueItem } from '@/lib/contract/sponsorship';
import type { RowActions } from '../imports/import-table-row';
import { ToolName } from '../ui/avatar';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { Num } from '../ui/number';
import { None, Td, Tr } from '../ui/table';
import { Time } from '../ui/time';
import { requestSourceShortLabel, requestSourceLabel } from './request-source-label';
import { whyNotDecidable } from './why-not-decidable';
import { columnClasses } from './queue-columns';
import type { QueueTab } from './queue-tab';
import { PolicyLabel, DecisionStateLabel } from './decision-state-label';

// On a phone a row is a grid of three lines, and the whole of it opens the import.
const phoneRowClasses =
  'max-md:relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:border-b-line-soft max-md:px-4 max-md:py-3 max-md:[&>td]:h-5! max-md:[&>td]:leading-5 max-md:[&>td:not([data-wide])]:block! max-md:[&>td]:border-0! max-md:[&>td]:bg-transparent! max-md:[&>td]:p-0! max-md:[&>td]:shadow-none!';

/** One line of the queue: who, how we know, since when, what the sample did, what policy says, who must act. */
export function QueueTableRow({
  item,
  tab,
  environment,
  viewerId,
  current,
  tabStop,
  previewed,
  selected,
  actions,
  onDecide,
}: {
  item: QueueItem;
  tab: QueueTab;
  environment: Environment;
  viewerId: string;
  current: boolean;
  /** Of all rows, the one that Tab goes to. */
  tabStop: boolean;
  /** Under quick look. */
  previewed: boolean;
  selected: boolean;
  actions: RowActions;
  onDecide: (item: QueueItem, kind: 'accept' | 'reject') => void;
}) {
  const name = item.username ?? item.importId;
  const { decision } = item;
  const waiting = tab === 'waiting';
  const since =
    tab === 'waiting'
      ? item.askedAt
      : (decision?.answeredAt ?? decision?.sentAt ?? decision?.proposedAt ?? item.askedAt);
  const onRowClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button, label, input')) return;
    if (window.getSelection()?.toString()) return;
    actions.onPreview(item.importId);
  };
  return (
    <Tr
      stack
      selected={selected || previewed}
      current={current}
      data-import={item.importId}
      tabIndex={tabStop ? 0 : -1}
      onFocus={() => actions.onFocusRow(item.importId)}
      onClick={onRowClick}
      className={cx('focus-visible:-outline-offset-2', phoneRowClasses)}
    >
      {waiting && (
        <Td stack data-wide className="max-md:hidden">
          <Checkbox
            label={`Select ${name}`}
            hideLabel
            checked={selected}
            onChange={(event) =>
              actions.onSelect(item.importId, {
                range: event.nativeEvent instanceof window.MouseEvent && event.nativeEvent.shiftKey,
              })
            }
            tabIndex={-1}
            className="top-0.5"
          />
        </Td>
      )}
      <Td stack className="max-md:order-1">
        <Link
          href={envHref(`/imports/${encodeImportId(item.importId)}`, environment)}
          prefetch={false}
          tabIndex={-1}
          className="hover:underline max-md:font-strong max-md:after:absolute max-md:after:inset-0"
        >
          {name}
        </Link>
        {item.username === null && <span className="ms-2 text-12 text-meta">customer not told</span>}
        <span className={cx('block truncate text-12 max-md:hidden', item.asked.verified ? 'text-meta' : 'text-turn')}>
          {requestSourceLabel(item)}
        </span>
      </Td>
      <Td stack tone="ink-2" className="max-md:order-5 max-md:text-12 max-md:[&_[aria-hidden]]:hidden">
        {item.tool === null ? <None /> : <ToolName name={item.tool} />}
        <span className={cx('md:hidden', !item.asked.verified && 'text-turn')}>
          {item.tool === null ? requestSourceLabel(item) : `, ${requestSourceShortLabel(item)}`}
        </span>
      </Td>
      <Td stack num tone="ink-2" className="max-md:order-2 max-md:text-12">
        <Time at={since} as="age" />
      </Td>
      <Td stack num tone="ink-2" data-wide className={cx(columnClasses.records, 'max-md:hidden')}>
        {item.records === null ? <None /> : <Num value={item.records} />}
      </Td>
      <Td stack num className="max-md:order-6 max-md:text-12">
        {item.warnings === 0 ? (
          <span className="max-md:invisible">
            <None />
          </span>
        ) : (
          <span className="inline-flex h-5 items-center gap-1.25 align-top">
            <Icon name="warning" size={13} className="text-turn" />
            <Num value={item.warnings} />
            <span className="sr-only md:hidden">warnings</span>
          </span>
        )}
      </Td>
      <Td stack num tone="ink-2" data-wide className={cx(columnClasses.users, 'max-md:hidden')}>
        {item.usersTotal === null ? (
          <None />
        ) : (
          <>
            <Num value={item.usersMatched ?? 0} /> of <Num value={item.usersTotal} />
          </>
        )}
      </Td>
      <Td stack tone="ink-2" className={cx('ps-3! max-md:order-3 max-md:text-12', waiting && columnClasses.policy)}>
        {waiting ? <PolicyLabel item={item} /> : (decision?.approvedBy?.name ?? decision?.proposedBy?.name ?? <None />)}
      </Td>
      <Td stack className={cx('max-md:order-4 max-md:text-12', waiting && columnClasses.state)}>
        <DecisionStateLabel item={item} viewerId={viewerId} />
      </Td>
      {waiting && (
        <Td stack data-wide className={cx(columnClasses.decide, 'max-md:hidden')}>
          <span className="flex gap-1.5">
            {(['accept', 'reject'] as const).map((kind) => (
              <Button
                key={kind}
                size="sm"
                variant={kind === 'accept' ? 'secondary' : 'ghost'}
                tabIndex={tabStop ? 0 : -1}
                disabled={whyNotDecidable(item, kind, viewerId) !== null}
                data-tip={whyNotDecidable(item, kind, viewerId) ?? undefined}
                onClick={() => onDecide(item, kind)}
              >
                {kind === 'accept' ? 'Accept' : 'Reject'}
                <span className="sr-only"> sponsorship for {name}</span>
              </Button>
            ))}
          </span>
        </Td>
      )}
    </Tr>
  );
}
