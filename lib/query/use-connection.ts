import { useMutation, useQuery } from '@tanstack/react-query';
import type { ExamineConnectionBody, SaveConnectionBody } from '../contract/connection';
import { anyEnvironment as environment, apiFetch, apiPost, ApiProblem, backgroundFetch } from './api-fetch';

export function useSaveConnection() {
  return useMutation({
    mutationFn: (body: SaveConnectionBody) =>
      apiFetch('/api/connection', { schema: 'connectionSetupSchema', environment, method: 'PUT', body }),
  });
}

export function useCheckConnection() {
  return useMutation({
    mutationFn: () => apiPost('/api/connection/check', environment, 'connectionCheckSchema'),
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

/** True once the restarted app answers. */
export function useLiveAppReady(waiting: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['live app ready'],
    queryFn: ({ signal }) => isSignedOut('/api/admins', signal),
    enabled: waiting,
    retry: false,
    refetchInterval: 2000,
  });
  return data === true;
}

/** @internal The live app has another database, so it does not know the session of the demo, however people sign in. */
export async function isSignedOut(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    await backgroundFetch(path, environment, 'adminNamesSchema', signal);
    return false;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return error.problem.status === 401;
  }
}
