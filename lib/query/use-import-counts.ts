'use client';

import { useQuery } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { importCountsSchema, type ImportCounts } from '../contract/imports';
import { apiFetch } from './api-fetch';
import { queryKeys } from './query-keys';

export function useImportCounts(environment: Environment, initial: { counts: ImportCounts; at: number }) {
  return useQuery({
    queryKey: queryKeys.counts(environment),
    queryFn: ({ signal }) =>
      apiFetch('/api/import-counts', { schema: importCountsSchema, environment, signal, background: true }),
    initialData: initial.counts,
    initialDataUpdatedAt: initial.at,
  });
}
