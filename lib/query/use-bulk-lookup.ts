'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bulkLookupSchema, type BulkLookupBody } from '../contract/bulk-lookups';
import type { Environment } from '../contract/environment';
import { apiFetch } from './api-fetch';

const keyOf = (environment: Environment, id: string) => ['bulk', environment, id] as const;

export function useStartBulkLookup(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkLookupBody) =>
      apiFetch('/api/lookups', { schema: bulkLookupSchema, environment, method: 'POST', body }),
    onSuccess: (run) => client.setQueryData(keyOf(environment, run.id), run),
  });
}

/** Polls in case the stream is down. */
export function useBulkLookup(environment: Environment, id: string) {
  return useQuery({
    queryKey: keyOf(environment, id),
    queryFn: ({ signal }) =>
      apiFetch(`/api/lookups/${encodeURIComponent(id)}`, {
        schema: bulkLookupSchema,
        environment,
        signal,
        background: true,
      }),
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.waiting === 0 ? false : 3000),
  });
}
