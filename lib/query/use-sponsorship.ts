'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bulkPreviewSchema, bulkRunSchema, type BulkBody, type BulkRun } from '../contract/bulk';
import { decisionSchema, type DecideBody, type Resolution } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import { encodeImportId } from '../contract/import-id';
import { doneSchema, queueSchema, requestResponseSchema, type Queue, type QueueTab } from '../contract/sponsorship';
import { apiPost, backgroundFetch } from './api-fetch';
import { useRefetchOnceLive } from './use-live';

/** Without a tab, it lists the imports of all tabs. `initial` is that of a tab. */
export function useQueue(environment: Environment, tab: QueueTab | undefined, initial: Queue) {
  const read = useQuery({
    queryKey: ['queue', environment, tab ?? 'all'],
    queryFn: ({ signal }) =>
      backgroundFetch(`/api/sponsorship${tab ? `?tab=${tab}` : ''}`, environment, queueSchema, signal),
    ...(tab !== undefined && { initialData: initial }),
    placeholderData: keepPreviousData,
    // The page brings newer data when a tab is opened again.
    gcTime: 0,
  });
  useRefetchOnceLive(read.refetch);
  return read;
}

export function useRequestFull(environment: Environment, importId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) =>
      apiPost(`/api/imports/${encodeImportId(importId)}/request`, environment, requestResponseSchema, { message }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['import', environment, importId] }),
        client.invalidateQueries({ queryKey: ['queue', environment] }),
        client.invalidateQueries({ queryKey: ['imports', environment] }),
      ]),
  });
}

export function useUnmatchedRequest(environment: Environment, requestId: string) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['queue', environment] }),
      client.invalidateQueries({ queryKey: ['imports', environment] }),
    ]);
  const send = (action: 'match' | 'dismiss', body: object) =>
    apiPost(`/api/requests/${requestId}/${action}`, environment, doneSchema, body);
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
      apiPost(`${path}/payment/${kind}`, environment, decisionSchema, body),
    onSettled: refresh,
  });
  const resolve = useMutation({
    mutationFn: (body: { decisionId: string; resolution: Resolution; reason: string }) =>
      apiPost(`${path}/decision/resolve`, environment, decisionSchema, body),
    onSettled: refresh,
  });
  const withdraw = useMutation({
    mutationFn: (body: { decisionId: string; reason: string }) =>
      apiPost(`${path}/decision/withdraw`, environment, decisionSchema, body),
    onSettled: refresh,
  });
  return { decide, resolve, withdraw };
}

/** Only a preview: the decision repeats every check. */
export function useBulkPreview(environment: Environment, kind: 'accept' | 'reject', importIds: readonly string[]) {
  return useQuery({
    queryKey: ['bulk-preview', environment, kind, importIds],
    queryFn: () => apiPost('/api/sponsorship/bulk/preview', environment, bulkPreviewSchema, { kind, importIds }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useStartBulk(environment: Environment) {
  return useMutation({
    mutationFn: (body: BulkBody) => apiPost('/api/sponsorship/bulk', environment, bulkRunSchema, body),
  });
}

/** The run continues without polling. */
export function useBulkRun(environment: Environment, id: string | null) {
  return useQuery({
    queryKey: ['bulk', environment, id],
    queryFn: ({ signal }) => backgroundFetch(`/api/sponsorship/bulk/${id}`, environment, bulkRunSchema, signal),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? false : 1000),
  });
}

function isSettled(run: BulkRun): boolean {
  return run.finishedAt !== null && !run.items.some(({ state }) => state === 'held' || state === 'sending');
}

export function useWithdrawBulk(environment: Environment, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiPost(`/api/sponsorship/bulk/${id}/withdraw`, environment, bulkRunSchema, {}),
    onSuccess: (run) => client.setQueryData(['bulk', environment, id], run),
    onSettled: () => client.invalidateQueries({ queryKey: ['queue', environment] }),
  });
}
