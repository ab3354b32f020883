'use client';

import { useSyncExternalStore } from 'react';
import type { ImportRow } from '@/lib/contract/imports';
import { subscribeToTicker, tickerNow } from '../ui/clock-ticker';
import { Icon } from '../ui/icon';
import { Time } from '../ui/time';
import { useViewer } from '../ui/viewer';

const staleAfterMs = 3_600_000;
const finalStatuses: readonly (string | undefined)[] = ['Migration completed', 'Migration cleaned'];

/** Amber if an import that may still change has not been seen for an hour. */
export function LastSeen({ row }: { row: Pick<ImportRow, 'seenAt' | 'gone' | 'status'> }) {
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
