'use client';

import { useSyncExternalStore } from 'react';
import { subscribeToTicker, tickerNow } from '../ui/clock-ticker';
import { useViewer } from '../ui/viewer';

/** Whether a moment is longer ago than that, kept current. Server and first drawing agree, as for every time. */
export function useOlderThan(at: string, ms: number): boolean {
  const { renderedAt } = useViewer();
  const instant = Date.parse(at);
  return useSyncExternalStore(
    subscribeToTicker,
    () => tickerNow() - instant > ms,
    () => renderedAt !== 0 && renderedAt - instant > ms,
  );
}
