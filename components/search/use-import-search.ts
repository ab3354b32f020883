'use client';

import { useEffect, useState } from 'react';
import type { Environment } from '@/lib/contract/environment';
import type { ImportRow } from '@/lib/contract/imports';
import { apiFetch } from '@/lib/query/api-fetch';

const debounceMs = 150;
const maxImports = 8;

interface Found {
  query: string;
  imports: readonly ImportRow[];
  failed: boolean;
}

/**
 * Searches stored imports, including gone ones, when typing pauses. Until the answer has arrived, `settled` is false and
 * the imports are those of the query before.
 */
export function useImportSearch(text: string, environment: Environment) {
  const query = text.trim();
  const [found, setFound] = useState<Found>({ query: '', imports: [], failed: false });

  useEffect(() => {
    if (query === '') return;
    const control = new AbortController();
    const timer = setTimeout(async () => {
      const params = new URLSearchParams({ q: query, gone: 'show', limit: String(maxImports) });
      const answer = apiFetch(`/api/imports?${params}`, {
        schema: 'importListSchema',
        environment,
        signal: control.signal,
      });
      const next = await answer.then(
        ({ imports }) => ({ query, imports, failed: false }),
        () => ({ query, imports: [], failed: true }),
      );
      if (!control.signal.aborted) setFound(next);
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [environment, query]);

  if (query === '') return { imports: [], settled: true, failed: false };
  return { imports: found.imports, settled: found.query === query, failed: found.query === query && found.failed };
}
