'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { readQueueSearch, type QueueSearch } from './queue-filter';

/** How the queue is narrowed and which run is open live in the address, so that a reload or a link brings them back. */
export function useQueueParams() {
  const params = useSearchParams();
  const narrowing = useMemo(() => readQueueSearch(params), [params]);
  const set = useCallback((change: Record<string, string>) => {
    const url = new URL(window.location.href);
    for (const [name, value] of Object.entries(change)) {
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    if (url.href !== window.location.href) window.history.replaceState(null, '', url);
  }, []);
  return {
    search: narrowing,
    setSearch: ({ filters, q }: QueueSearch) => set({ show: filters.join(','), find: q }),
    runId: params.get('run'),
    setRun: (id: string | null) => set({ run: id ?? '' }),
    runHref: (id: string) => {
      const withRun = new URLSearchParams(params);
      withRun.set('run', id);
      return `/sponsorship?${withRun}`;
    },
  };
}
