'use client';

import { memo, useSyncExternalStore } from 'react';
import type { ImportRow } from '@/lib/contract/imports';
import { StatusText } from '../status/status-text';
import { shownStatus } from '../status/status-tone';
import { ToolName } from '../ui/avatar';
import { subscribeToTicker, tickerNow } from '../ui/clock-ticker';
import { Icon } from '../ui/icon';
import { None, Td } from '../ui/table';
import { Time } from '../ui/time';
import { useViewer } from '../ui/viewer';
import { CursorRow, RowCheckbox, RowLink, WarningCount, type CursorRowProps } from './cursor-table';
import { DecisionText } from './decision-text';

// On a phone each row is a three-line grid that opens the import when tapped.
const phoneRowClasses =
  'max-md:relative max-md:grid max-md:h-[92px] max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:content-start max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:border-b-line-soft max-md:px-4 max-md:py-3 max-md:[&>td:not(:first-child)]:block! max-md:[&>td]:h-5! max-md:[&>td]:border-0! max-md:[&>td]:bg-transparent! max-md:[&>td]:p-0! max-md:[&>td]:shadow-none!';

/** Memoised: otherwise every key press re-renders hundreds of rows. */
export const ImportTableRow = memo(function ImportTableRow({
  row,
  index,
  ...cursorProps
}: CursorRowProps & { row: ImportRow; index: number }) {
  const { selected, actions } = cursorProps;
  const status = shownStatus(row);
  return (
    <CursorRow id={row.id} index={index + 2} className={phoneRowClasses} {...cursorProps}>
      <Td className="max-md:hidden!">
        <RowCheckbox
          id={row.id}
          name={row.username ?? row.id}
          selected={selected}
          actions={actions}
          className={
            !selected &&
            'opacity-0 group-hover/row:opacity-100 group-data-current/row:opacity-100 focus-within:opacity-100'
          }
        />
      </Td>
      <Td className="max-md:order-1 max-md:col-span-2">
        <RowLink id={row.id} username={row.username} />
      </Td>
      <Td tone="ink-2" className="max-md:order-5 max-md:text-12 max-md:text-meta max-md:[&_[aria-hidden]]:hidden">
        {row.tool === null ? <None /> : <ToolName name={row.tool} />}
      </Td>
      <Td className="max-md:order-3 max-md:col-span-2">
        {status === null ? <None /> : <StatusText status={status} />}
      </Td>
      <Td num tone="ink-2" className="max-md:order-4 max-md:text-12">
        <TimeInStatus row={row} />
      </Td>
      <Td num className="max-md:order-6 max-md:text-start max-md:text-12">
        <WarningCount count={row.warnings} />
      </Td>
      <Td tone="ink-2" className="max-md:order-7 max-md:text-12">
        {row.decision === 'none' ? (
          <span className="max-md:invisible">
            <None />
          </span>
        ) : (
          <DecisionText decision={row.decision} />
        )}
      </Td>
      <Td num tone="meta" className="max-md:order-2 max-md:text-12">
        <LastSeen row={row} />
      </Td>
    </CursorRow>
  );
});

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

const staleAfterMs = 3_600_000;
const finalStatuses: readonly (string | undefined)[] = ['Migration completed', 'Migration cleaned'];

/** Amber if an import that may still change has not been seen for an hour. */
function LastSeen({ row }: { row: Pick<ImportRow, 'seenAt' | 'gone' | 'status'> }) {
  const old = useOlderThan(row.seenAt, staleAfterMs);
  const mayChange = !row.gone && !finalStatuses.includes(row.status?.known);
  if (!old || !mayChange) return <Time at={row.seenAt} as="age-coarse" />;
  return (
    <span className="inline-flex h-5 items-center gap-1 align-top text-turn">
      <Icon name="clock" size={12} />
      <span className="sr-only">Stale, last looked </span>
      <Time at={row.seenAt} as="age-coarse" />
      <span className="sr-only"> ago; it may have moved since</span>
    </span>
  );
}

function useOlderThan(at: string, ms: number): boolean {
  const { renderedAt } = useViewer();
  const instant = Date.parse(at);
  return useSyncExternalStore(
    subscribeToTicker,
    () => tickerNow() - instant > ms,
    () => renderedAt !== 0 && renderedAt - instant > ms,
  );
}
