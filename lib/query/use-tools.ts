'use client';

import { useQuery } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { toolsAnswerSchema } from '../contract/tools';
import { ask } from './ask';
import { queryKeys } from './query-keys';

export function useTools(environment: Environment, family: string) {
  return useQuery({
    queryKey: queryKeys.tools(environment, family),
    queryFn: ({ signal }) =>
      ask(`/api/tools${family === '' ? '' : `?family=${encodeURIComponent(family)}`}`, {
        schema: toolsAnswerSchema,
        environment,
        signal,
      }),
    staleTime: 5 * 60_000,
  });
}
