'use client';

import { useMutation } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { refreshResponseSchema } from '../contract/imports';
import { apiFetch, fetchFile } from './api-fetch';

export function useSelectedImports(environment: Environment) {
  const refresh = useMutation({
    mutationFn: (ids: readonly string[]) =>
      apiFetch('/api/import-refresh', { schema: refreshResponseSchema, environment, method: 'POST', body: { ids } }),
  });
  const exportCsv = useMutation({
    mutationFn: (ids: readonly string[]) => fetchFile('/api/import-export', { environment, body: { ids } }),
  });
  return { refresh, exportCsv };
}
