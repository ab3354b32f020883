'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { bulkPreviewSchema, bulkRunSchema, type BulkBody } from '../contract/bulk';
import type { Environment } from '../contract/environment';
import { apiFetch } from './api-fetch';

/** Only a preview: the decision repeats every check. */
export function useBulkPreview(environment: Environment, kind: 'accept' | 'reject', importIds: readonly string[]) {
  return useQuery({
    queryKey: ['bulk-preview', environment, kind, importIds],
    queryFn: () =>
      apiFetch('/api/sponsorship/bulk/preview', {
        schema: bulkPreviewSchema,
        environment,
        method: 'POST',
        body: { kind, importIds },
      }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useStartBulk(environment: Environment) {
  return useMutation({
    mutationFn: (body: BulkBody) =>
      apiFetch('/api/sponsorship/bulk', { schema: bulkRunSchema, environment, method: 'POST', body }),
  });
}

/** The run continues without polling. */
export function useBulkRun(environment: Environment, id: string | null) {
  return useQuery({
    queryKey: ['bulk', environment, id],
    queryFn: ({ signal }) =>
      apiFetch(`/api/sponsorship/bulk/${id}`, { schema: bulkRunSchema, environment, signal, background: true }),
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data?.finishedAt ? false : 1000),
  });
}
