'use client';

import { useQuery } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { toolsResponseSchema } from '../contract/tools';
import { apiFetch } from './api-fetch';
import { queryKeys } from './query-keys';

export function useTools(environment: Environment, family: string) {
  return useQuery({
    queryKey: queryKeys.tools(environment, family),
    queryFn: ({ signal }) =>
      apiFetch(`/api/tools${family === '' ? '' : `?family=${encodeURIComponent(family)}`}`, {
        schema: toolsResponseSchema,
        environment,
        signal,
      }),
    staleTime: 5 * 60_000,
  });
}
