'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { encodeImportId } from '../contract/import-id';
import { doneSchema, requestResponseSchema } from '../contract/sponsorship';
import { apiFetch } from './api-fetch';

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
