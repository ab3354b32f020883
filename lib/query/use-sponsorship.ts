import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { BulkBody } from '../contract/bulk';
import { kindInEffect } from '../contract/decision-in-effect';
import type { DecideBody, Decision, DecisionState, Resolution } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import { encodeImportId } from '../contract/import-id';
import type { ImportDetail } from '../contract/imports';
import { isPendingBulkItem } from '../contract/is-pending-bulk-item';
import type { Policy } from '../contract/policy';
import type { ImportSponsorship, Queue, QueueItem, QueueTab } from '../contract/sponsorship';
import { anyEnvironment, apiFetch, apiPost, backgroundFetch } from './api-fetch';
import { keys } from './keys';
import { useAnswers } from './use-answers';

const importPath = (id: string) => `/api/imports/${encodeImportId(id)}`;

export const queueOptions = (environment: Environment, tab: QueueTab) =>
  queryOptions({
    queryKey: keys.queueTab(environment, tab),
    queryFn: ({ signal }) => backgroundFetch(`/api/sponsorship?tab=${tab}`, environment, 'queueSchema', signal),
  });

export const useQueue = (environment: Environment, tab: QueueTab) => useSuspenseQuery(queueOptions(environment, tab));

export const importSponsorshipOptions = (environment: Environment, importId: string) =>
  queryOptions({
    queryKey: keys.importSponsorship(environment, importId),
    queryFn: ({ signal }) =>
      backgroundFetch(`${importPath(importId)}/sponsorship`, environment, 'importSponsorshipSchema', signal),
  });

export const useImportSponsorship = (environment: Environment, importId: string) =>
  useSuspenseQuery(importSponsorshipOptions(environment, importId));

/** The item as it is now. Another person's decision moves it to another tab, so that it is missing from the queue. */
export function useLatestItem(environment: Environment, queue: Queue, opened: QueueItem | undefined) {
  const shown = [...queue.waiting, ...queue.unknown, ...queue.decided].find(
    ({ importId }) => importId === opened?.importId,
  );
  const options = importSponsorshipOptions(environment, opened?.importId ?? '');
  const moved = useQuery({ ...options, enabled: opened !== undefined && shown === undefined });
  return shown ?? moved.data?.item ?? opened;
}

/** What a decision or a request can change besides its own import. */
const queueKeys = (environment: Environment) => [
  keys.queue(environment),
  keys.queueCount(environment),
  keys.importLists(environment),
  keys.importCounts(environment),
];

export function useRequestFull(environment: Environment, importId: string) {
  const { put, refetchUnlessLive } = useAnswers();
  return useMutation({
    mutationFn: (message: string) =>
      apiPost(`${importPath(importId)}/request`, environment, 'requestResponseSchema', { message }),
    onMutate: () => Date.now(),
    onSuccess: (_request, _message, sentAtMs) => {
      put<ImportSponsorship>(keys.importSponsorship(environment, importId), sentAtMs, (shown) => ({
        ...shown,
        item: { ...shown.item, requestOpen: true },
      }));
      return refetchUnlessLive(keys.import(environment, importId), ...queueKeys(environment));
    },
  });
}

export function useUnmatchedRequest(environment: Environment, requestId: string) {
  const { put, refetchUnlessLive } = useAnswers();
  const options = {
    onMutate: () => Date.now(),
    onSuccess: (_done: unknown, _input: string, sentAtMs: number) => {
      put<Queue>(keys.queue(environment), sentAtMs, (queue) => ({
        ...queue,
        unmatched: queue.unmatched.filter(({ id }) => id !== requestId),
      }));
      return refetchUnlessLive(...queueKeys(environment));
    },
  };
  const send = (action: 'match' | 'dismiss', body: object) =>
    apiPost(`/api/requests/${requestId}/${action}`, environment, 'doneSchema', body);
  const match = useMutation({ mutationFn: (importId: string) => send('match', { importId }), ...options });
  const dismiss = useMutation({ mutationFn: (reason: string) => send('dismiss', { reason }), ...options });
  return { match, dismiss };
}

/** No optimistic update: the outcome may be "unknown". */
export function useDecide(environment: Environment, importId: string) {
  const { put, refetch, refetchUnlessLive } = useAnswers();
  const affected = [keys.import(environment, importId), ...queueKeys(environment)];
  const options = {
    onMutate: () => Date.now(),
    onSuccess: (decision: Decision, _body: unknown, sentAtMs: number) => {
      const shown = decision.state === 'withdrawn' ? null : decision;
      put<ImportDetail>(keys.importDetail(environment, importId), sentAtMs, (detail) => {
        const decisions = [decision, ...detail.decisions.filter(({ id }) => id !== decision.id)];
        return { ...detail, decisions, decision: decisions.find(({ state }) => state !== 'withdrawn') ?? null };
      });
      put<ImportSponsorship>(keys.importSponsorship(environment, importId), sentAtMs, ({ item, ...sponsorship }) => ({
        ...sponsorship,
        // What is already withdrawn may have been followed by another decision.
        item: {
          ...withEffect(item, decision),
          decision: shown ?? (item.decision?.id === decision.id ? null : item.decision),
        },
      }));
      put<Queue>(keys.queue(environment), sentAtMs, (queue) => withDecision(queue, importId, decision));
      return refetchUnlessLive(...affected);
    },
    // A conflict is about something that this page may not show yet.
    onError: () => refetch(...affected),
  };
  const decide = useMutation({
    mutationFn: ({ kind, ...body }: DecideBody & { kind: 'accept' | 'reject' }) =>
      apiPost(`${importPath(importId)}/payment/${kind}`, environment, 'decisionSchema', body),
    ...options,
  });
  const resolve = useMutation({
    mutationFn: (body: {
      decisionId: string;
      resolution: Resolution;
      reason: string;
      sends: number;
      lateReply: boolean;
      inEffect: QueueItem['inEffect'];
    }) => apiPost(`${importPath(importId)}/decision/resolve`, environment, 'decisionSchema', body),
    ...options,
  });
  const withdraw = useMutation({
    mutationFn: (body: { decisionId: string; reason: string }) =>
      apiPost(`${importPath(importId)}/decision/withdraw`, environment, 'decisionSchema', body),
    ...options,
  });
  return { decide, resolve, withdraw };
}

/** Where the other states lead to, only the server knows. */
const tabOfState: { [S in DecisionState]?: 'waiting' | 'unknown' | 'decided' } = {
  proposed: 'waiting',
  approved: 'waiting',
  sending: 'waiting',
  unknown: 'unknown',
  confirmed: 'decided',
  refused: 'decided',
};

/** The server refuses a decision from a page that shows something else as in effect. */
const withEffect = (item: QueueItem, decision: Decision): QueueItem => ({
  ...item,
  inEffect: kindInEffect([decision]) ?? item.inEffect,
});

function withDecision(queue: Queue, importId: string, decision: Decision): Queue {
  const tab = tabOfState[decision.state];
  const item = [...queue.waiting, ...queue.unknown, ...queue.decided].find((shown) => shown.importId === importId);
  if (!item || !tab) return queue;
  const isOther = (shown: QueueItem) => shown.importId !== importId;
  const changed = { ...withEffect(item, decision), decision };
  return {
    ...queue,
    waiting: queue.waiting.filter(isOther),
    unknown: queue.unknown.filter(isOther),
    decided: queue.decided.filter(isOther),
    [tab]: queue[tab].every(isOther)
      ? [changed, ...queue[tab]]
      : queue[tab].map((shown) => (isOther(shown) ? shown : changed)),
  };
}

/** Only a preview: the decision repeats every check. */
export function useBulkPreview(environment: Environment, kind: 'accept' | 'reject', importIds: readonly string[]) {
  return useQuery({
    queryKey: keys.bulkPreview(environment, kind, importIds),
    queryFn: ({ signal }) =>
      apiFetch('/api/sponsorship/bulk/preview', {
        schema: 'bulkPreviewSchema',
        environment,
        method: 'POST',
        body: { kind, importIds },
        signal,
        background: true,
      }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useStartBulk(environment: Environment) {
  return useMutation({
    mutationFn: (body: BulkBody) => apiPost('/api/sponsorship/bulk', environment, 'bulkRunSchema', body),
  });
}

/** The run continues without polling. */
export function useBulkRun(environment: Environment, id: string | null) {
  return useQuery({
    queryKey: keys.bulk(environment, id),
    queryFn: ({ signal }) => backgroundFetch(`/api/sponsorship/bulk/${id}`, environment, 'bulkRunSchema', signal),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.items.some(isPendingBulkItem) === false ? false : 1000),
  });
}

export function useWithdrawBulk(environment: Environment, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiPost(`/api/sponsorship/bulk/${id}/withdraw`, environment, 'bulkRunSchema', {}),
    onSuccess: (run) => client.setQueryData(keys.bulk(environment, id), run),
    onSettled: () => client.invalidateQueries({ queryKey: keys.queue(environment) }),
  });
}

export function useSavePolicy() {
  return useMutation({
    mutationFn: (body: { policy: Policy; basedOn: number }) =>
      apiFetch('/api/sponsorship/policy', {
        schema: 'currentPolicySchema',
        environment: anyEnvironment,
        method: 'PUT',
        body,
      }),
  });
}

/** Both take the id of the pending change that was shown. */
export function useClosePendingPolicy() {
  const post = (action: 'confirm' | 'cancel') => (id: string) =>
    apiPost(`/api/sponsorship/policy/${action}`, anyEnvironment, 'currentPolicySchema', { id });
  return {
    confirm: useMutation({ mutationFn: post('confirm') }),
    cancel: useMutation({ mutationFn: post('cancel') }),
  };
}
