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
import { CursorRow, RowCheckbox, RowLink, WarningCount, type CursorRowProps } from './cursor-row';
import { DecisionText } from './decision-text';
import { tableLabels } from './labels';

/** Memoised: otherwise every key press re-renders hundreds of rows. */
export const ImportTableRow = memo(function ImportTableRow({
  row,
  index,
  ...cursorProps
}: CursorRowProps & { row: ImportRow; index: number }) {
  const { selected, actions, tabStop } = cursorProps;
  const status = shownStatus(row);
  return (
    <CursorRow id={row.id} index={index + 2} className="import-row" {...cursorProps}>
      <Td>
        <RowCheckbox id={row.id} name={row.username ?? row.id} selected={selected} actions={actions} />
      </Td>
      <Td>
        <RowLink id={row.id} username={row.username} tabStop={tabStop} tags={row.tags} />
      </Td>
      <Td>{row.tool === null ? <None /> : <ToolName name={row.tool} />}</Td>
      <Td>{status === null ? <None /> : <StatusText status={status} />}</Td>
      <Td>
        <TimeInStatus row={row} />
      </Td>
      <Td>
        <WarningCount count={row.warnings} />
      </Td>
      <Td>
        {row.decision === 'none' ? <None className="max-md:invisible" /> : <DecisionText decision={row.decision} />}
      </Td>
      <Td>
        <LastSeen row={row} />
      </Td>
    </CursorRow>
  );
});

function TimeInStatus({ row }: { row: ImportRow }) {
  if (row.gone) return <span className="text-meta">{tableLabels.gone}</span>;
  if (row.sinceTo === null) return <None />;
  if (!row.stuck) return <Time at={row.sinceTo} as="age" />;
  return (
    <span className="text-turn" data-tip={tableLabels.stuckHint}>
      <span className="sr-only">{tableLabels.stuck}</span>
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
    <span className="row-text gap-1 text-turn">
      <Icon name="clock" size={12} />
      <span className="sr-only">{tableLabels.staleBefore}</span>
      <Time at={row.seenAt} as="age-coarse" />
      <span className="sr-only">{tableLabels.staleAfter}</span>
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
