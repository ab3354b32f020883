'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { readQueueSearch, type QueueSearch } from './queue-filter';

/** Filters and the open run are in the URL, so reload and links restore them. */
export function useQueueParams() {
  const params = useSearchParams();
  const search = useMemo(() => readQueueSearch(params), [params]);
  const setParams = useCallback((change: Record<string, string>) => {
    const url = new URL(window.location.href);
    for (const [name, value] of Object.entries(change)) {
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    if (url.href !== window.location.href) window.history.replaceState(null, '', url);
  }, []);
  return {
    search,
    setSearch: ({ filters, q }: QueueSearch) => setParams({ show: filters.join(','), find: q }),
    runId: params.get('run'),
    setRun: (id: string | null) => setParams({ run: id ?? '' }),
    runHref: (id: string) => {
      const withRun = new URLSearchParams(params);
      withRun.set('run', id);
      return `/sponsorship?${withRun}`;
    },
  };
}
