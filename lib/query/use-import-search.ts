import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Environment } from '../contract/environment';
import { apiFetch } from './api-fetch';
import { keys } from './keys';

const debounceMs = 150;
const maxImports = 8;

/**
 * Searches stored imports, including gone ones, when typing pauses. Until the answer has arrived, `settled` is false and
 * the imports are those of the query before.
 */
export function useImportSearch(text: string, environment: Environment) {
  const query = text.trim();
  const [paused, setPaused] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPaused(query), debounceMs);
    return () => clearTimeout(timer);
  }, [query]);

  const { data, isError, isPending, isPlaceholderData } = useQuery({
    queryKey: keys.importSearch(environment, paused),
    queryFn: ({ signal }) => {
      const params = new URLSearchParams({ q: paused, gone: 'show', limit: String(maxImports) });
      return apiFetch(`/api/imports?${params}`, { schema: 'importListSchema', environment, signal });
    },
    enabled: paused !== '' && query !== '',
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    retry: false,
    // The same words may find something else a moment later.
    staleTime: 0,
    gcTime: 0,
  });

  if (query === '') return { imports: [], settled: true, failed: false };
  const settled = paused === query && !isPending && !isPlaceholderData;
  return { imports: isError ? [] : (data?.imports ?? []), settled, failed: settled && isError };
}
