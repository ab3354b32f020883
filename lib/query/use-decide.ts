'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { decisionSchema, type DecideBody, type Resolution } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import { encodeImportId } from '../contract/import-id';
import { apiFetch } from './api-fetch';

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
