'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { readNarrowing, type QueueNarrowing } from './queue-filter';

/** How the queue is narrowed and which run is open live in the address, so that a reload or a link brings them back. */
export function useQueueAddress() {
  const params = useSearchParams();
  const narrowing = useMemo(() => readNarrowing(params), [params]);
  const set = useCallback((change: Record<string, string>) => {
    const url = new URL(window.location.href);
    for (const [name, value] of Object.entries(change)) {
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    if (url.href !== window.location.href) window.history.replaceState(null, '', url);
  }, []);
  return {
    narrowing,
    setNarrowing: ({ filters, q }: QueueNarrowing) => set({ show: filters.join(','), find: q }),
    runId: params.get('run'),
    setRun: (id: string | null) => set({ run: id ?? '' }),
    hrefOfRun: (id: string) => {
      const withRun = new URLSearchParams(params);
      withRun.set('run', id);
      return `/sponsorship?${withRun}`;
    },
  };
}
