'use client';

import { useQuery } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { queueSchema, type Queue } from '../contract/sponsorship';
import { apiFetch } from './api-fetch';
import { queryKeys } from './query-keys';

export function useQueue(environment: Environment, initial: Queue) {
  return useQuery({
    queryKey: queryKeys.queue(environment),
    queryFn: ({ signal }) =>
      apiFetch('/api/sponsorship', { schema: queueSchema, environment, signal, background: true }),
    initialData: initial,
  });
}
