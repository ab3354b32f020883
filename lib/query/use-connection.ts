import { useMutation } from '@tanstack/react-query';
import {
  connectionFindingsSchema,
  connectionSetupSchema,
  webhookTestSchema,
  type ExamineConnectionBody,
  type SaveConnectionBody,
} from '../contract/connection';
import { apiFetch, apiPost } from './api-fetch';

// The connection serves both environments, but the header needs one.
const environment = 'live';

export function useSaveConnection() {
  return useMutation({
    mutationFn: (body: SaveConnectionBody) =>
      apiFetch('/api/connection', { schema: connectionSetupSchema, environment, method: 'PUT', body }),
  });
}

export function useExamineConnection() {
  return useMutation({
    mutationFn: (body: ExamineConnectionBody) =>
      apiPost('/api/connection/examine', environment, connectionFindingsSchema, body),
  });
}

export function useTestWebhook() {
  return useMutation({
    mutationFn: () => apiPost('/api/connection/test-webhook', environment, webhookTestSchema),
  });
}
