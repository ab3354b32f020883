'use client';

import Link from 'next/link';
import { memo, type MouseEvent } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { encodeImportId } from '@/lib/contract/import-id';
import type { ImportRow } from '@/lib/contract/imports';
import { StatusText } from '../status/status-text';
import { ToolName } from '../ui/avatar';
import { Checkbox } from '../ui/checkbox';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { Num } from '../ui/number';
import { None, Td, Tr } from '../ui/table';
import { Time } from '../ui/time';
import { DecisionText } from './decision-text';
import { LastSeen } from './last-seen';

// On a phone a row is a grid of three lines, and the whole of it opens the import.
const phoneRowClasses =
  'max-md:relative max-md:grid max-md:h-[92px] max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:content-start max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:border-b-line-soft max-md:px-4 max-md:py-3 max-md:[&>td:not(:first-child)]:block! max-md:[&>td]:h-5! max-md:[&>td]:border-0! max-md:[&>td]:bg-transparent! max-md:[&>td]:p-0! max-md:[&>td]:shadow-none!';

export interface RowActions {
  onSelect: (id: string, options: { range: boolean }) => void;
  onFocusRow: (id: string) => void;
  onPreview: (id: string) => void;
}

/** One line an import. Memoised: a list of hundreds redraws on every key otherwise. */
export const ImportTableRow = memo(function ImportLine({
  row,
  index,
  current,
  tabStop,
  previewed,
  selected,
  actions,
}: {
  row: ImportRow;
  index: number;
  current: boolean;
  /** Of all rows, the one that Tab goes to. */
  tabStop: boolean;
  /** Under quick look. */
  previewed: boolean;
  selected: boolean;
  actions: RowActions;
}) {
  const name = row.username ?? row.id;
  const onRowClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button, label, input')) return;
    if (window.getSelection()?.toString()) return;
    actions.onPreview(row.id);
  };
  return (
    <Tr
      stack
      index={index + 2}
      selected={selected || previewed}
      current={current}
      data-import={row.id}
      tabIndex={tabStop ? 0 : -1}
      onFocus={() => actions.onFocusRow(row.id)}
      onClick={onRowClick}
      className={cx('focus-visible:-outline-offset-2', phoneRowClasses)}
    >
      <Td stack className="max-md:hidden!">
        <Checkbox
          label={`Select ${name}`}
          hideLabel
          checked={selected}
          // Shift picks everything in between, and only the mouse event knows of it.
          onChange={(event) =>
            actions.onSelect(row.id, {
              range: event.nativeEvent instanceof window.MouseEvent && event.nativeEvent.shiftKey,
            })
          }
          tabIndex={-1}
          className={cx(
            'top-0.5',
            !selected &&
              'opacity-0 group-hover/row:opacity-100 group-data-current/row:opacity-100 focus-within:opacity-100',
          )}
        />
      </Td>
      <Td stack className="max-md:order-1 max-md:col-span-2">
        <Link
          href={envHref(`/imports/${encodeImportId(row.id)}`, row.environment)}
          prefetch={false}
          tabIndex={-1}
          className="hover:underline max-md:font-strong max-md:after:absolute max-md:after:inset-0"
        >
          {name}
        </Link>
        {row.username === null && <span className="ms-2 text-12 text-meta">customer not told</span>}
      </Td>
      <Td stack tone="ink-2" className="max-md:order-5 max-md:text-12 max-md:text-meta max-md:[&_[aria-hidden]]:hidden">
        {row.tool === null ? <None /> : <ToolName name={row.tool} />}
      </Td>
      <Td stack className="max-md:order-3 max-md:col-span-2">
        {row.status === null ? (
          <None />
        ) : (
          <StatusText status={row.gone ? { ...row.status, family: 'gone' } : row.status} />
        )}
      </Td>
      <Td stack num tone="ink-2" className="max-md:order-4 max-md:text-12">
        <TimeInStatus row={row} />
      </Td>
      <Td stack num className="max-md:order-6 max-md:text-start max-md:text-12">
        {row.warnings === 0 ? (
          <span className="max-md:invisible">
            <None />
          </span>
        ) : (
          <span className="inline-flex h-5 items-center gap-1.25 align-top">
            <Icon name="warning" size={13} className="text-turn" />
            <Num value={row.warnings} />
          </span>
        )}
      </Td>
      <Td stack tone="ink-2" className="max-md:order-7 max-md:text-12">
        {row.decision === 'none' ? (
          <span className="max-md:invisible">
            <None />
          </span>
        ) : (
          <DecisionText decision={row.decision} />
        )}
      </Td>
      <Td stack num tone="meta" className="max-md:order-2 max-md:text-12">
        <LastSeen row={row} />
      </Td>
    </Tr>
  );
});

/** Stuck is amber, and says why under the pointer; a reader hears it. */
function TimeInStatus({ row }: { row: ImportRow }) {
  if (row.gone) return <span className="text-meta">gone</span>;
  if (row.sinceTo === null) return <None />;
  if (!row.stuck) return <Time at={row.sinceTo} as="age" />;
  return (
    <span className="text-turn" data-tip="Stuck: longer in this status than nine in ten imports before it">
      <span className="sr-only">stuck for </span>
      <Time at={row.sinceTo} as="age" />
    </span>
  );
}
