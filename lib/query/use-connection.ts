import { useMutation, useQuery } from '@tanstack/react-query';
import type { ExamineConnectionBody, SaveConnectionBody } from '../contract/connection';
import { apiFetch, apiPost } from './api-fetch';

// The connection serves both environments, but the header needs one.
const environment = 'live';

export function useSaveConnection() {
  return useMutation({
    mutationFn: (body: SaveConnectionBody) =>
      apiFetch('/api/connection', { schema: 'connectionSetupSchema', environment, method: 'PUT', body }),
  });
}

export function useExamineConnection() {
  return useMutation({
    mutationFn: (body: ExamineConnectionBody) =>
      apiPost('/api/connection/examine', environment, 'connectionFindingsSchema', body),
  });
}

export function useTestWebhook() {
  return useMutation({
    mutationFn: () => apiPost('/api/connection/test-webhook', environment, 'webhookTestSchema'),
  });
}

export function useGoLive() {
  return useMutation({
    mutationFn: (version: number) => apiPost('/api/connection/go-live', environment, 'wentLiveSchema', { version }),
  });
}

/** True once the restarted app answers: the demo redirects from this page, the live app shows it. */
export function useLiveAppReady(waiting: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['live app ready'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/setup', { redirect: 'manual', cache: 'no-store', signal });
      return response.status === 200;
    },
    enabled: waiting,
    retry: false,
    refetchInterval: 2000,
  });
  return data === true;
}
