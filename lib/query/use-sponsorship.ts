'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bulkPreviewSchema, bulkRunSchema, type BulkBody } from '../contract/bulk';
import { decisionSchema, type DecideBody, type Resolution } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import { encodeImportId } from '../contract/import-id';
import { doneSchema, queueSchema, requestResponseSchema, type Queue } from '../contract/sponsorship';
import { apiFetch } from './api-fetch';

export function useQueue(environment: Environment, initial: Queue) {
  return useQuery({
    queryKey: ['queue', environment],
    queryFn: ({ signal }) =>
      apiFetch('/api/sponsorship', { schema: queueSchema, environment, signal, background: true }),
    initialData: initial,
  });
}

export function useRequestFull(environment: Environment, importId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) =>
      apiFetch(`/api/imports/${encodeImportId(importId)}/request`, {
        schema: requestResponseSchema,
        environment,
        method: 'POST',
        body: { message },
      }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['import', environment, importId] }),
        client.invalidateQueries({ queryKey: ['queue', environment] }),
      ]),
  });
}

export function useUnmatchedRequest(environment: Environment, requestId: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['queue', environment] });
  const send = (action: 'match' | 'dismiss', body: object) =>
    apiFetch(`/api/requests/${requestId}/${action}`, { schema: doneSchema, environment, method: 'POST', body });
  const match = useMutation({ mutationFn: (importId: string) => send('match', { importId }), onSuccess: refresh });
  const dismiss = useMutation({ mutationFn: (reason: string) => send('dismiss', { reason }), onSuccess: refresh });
  return { match, dismiss };
}

/** No optimistic update: the outcome may be "unknown". */
export function useDecide(environment: Environment, importId: string) {
  const client = useQueryClient();
  const path = `/api/imports/${encodeImportId(importId)}`;
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['import', environment, importId] }),
      client.invalidateQueries({ queryKey: ['queue', environment] }),
      client.invalidateQueries({ queryKey: ['imports', environment] }),
    ]);
  };
  const decide = useMutation({
    mutationFn: ({ kind, ...body }: DecideBody & { kind: 'accept' | 'reject' }) =>
      apiFetch(`${path}/payment/${kind}`, { schema: decisionSchema, environment, method: 'POST', body }),
    onSettled: refresh,
  });
  const resolve = useMutation({
    mutationFn: (body: { decisionId: string; resolution: Resolution; reason: string }) =>
      apiFetch(`${path}/decision/resolve`, { schema: decisionSchema, environment, method: 'POST', body }),
    onSettled: refresh,
  });
  const withdraw = useMutation({
    mutationFn: (body: { decisionId: string; reason: string }) =>
      apiFetch(`${path}/decision/withdraw`, { schema: decisionSchema, environment, method: 'POST', body }),
    onSettled: refresh,
  });
  return { decide, resolve, withdraw };
}

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
