'use client';

import { useQuery } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { importCountsSchema, type ImportCounts } from '../contract/imports';
import { ask } from './ask';
import { queryKeys } from './query-keys';

export function useImportCounts(environment: Environment, drawn: { counts: ImportCounts; at: number }) {
  return useQuery({
    queryKey: queryKeys.counts(environment),
    queryFn: ({ signal }) =>
      ask('/api/import-counts', { schema: importCountsSchema, environment, signal, background: true }),
    initialData: drawn.counts,
    initialDataUpdatedAt: drawn.at,
  });
}
