'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lostAttemptsSchema } from '../contract/attempts';
import type { Environment } from '../contract/environment';
import { createImportResponseSchema, type CreateImportResponse } from '../contract/imports';
import { apiFetch } from './api-fetch';
import { queryKeys } from './query-keys';

const refetchMs = 15_000;

/** The search for lost creations sends no events, so poll. */
export function useLostAttempts(environment: Environment) {
  return useQuery({
    queryKey: queryKeys.attempts(environment),
    queryFn: ({ signal }) =>
      apiFetch('/api/attempts', { schema: lostAttemptsSchema, environment, signal, background: true }),
    refetchInterval: (query) => ((query.state.data?.attempts.length ?? 0) > 0 ? refetchMs : false),
  });
}

/** Polls until the outcome is known. */
export function useAttempt(environment: Environment, id: string, known?: CreateImportResponse) {
  return useQuery({
    queryKey: queryKeys.attempt(environment, id),
    queryFn: ({ signal }) =>
      apiFetch(`/api/attempts/${id}`, { schema: createImportResponseSchema, environment, signal, background: true }),
    ...(known === undefined ? {} : { initialData: known }),
    enabled: id !== '',
    // May contain a redirect URL: do not keep it in memory.
    gcTime: 0,
    staleTime: refetchMs,
    refetchOnWindowFocus: false,
    refetchInterval: (query) => (query.state.data?.outcome === 'unknown' ? refetchMs : false),
  });
}

export function useSettleAttempt(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, importId }: { id: string; importId: string | null }) =>
      apiFetch(`/api/attempts/${id}/settle`, {
        schema: lostAttemptsSchema,
        environment,
        method: 'POST',
        body: { importId },
      }),
    onSuccess: (remaining, { id }) => {
      client.setQueryData(queryKeys.attempts(environment), remaining);
      void client.invalidateQueries({ queryKey: queryKeys.attempt(environment, id) });
    },
  });
}
