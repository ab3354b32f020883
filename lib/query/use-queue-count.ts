'use client';

import { useQuery } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { queueCountSchema, type QueueCount } from '../contract/queue-count';
import { backgroundFetch } from './api-fetch';
import { useRefetchOnceLive } from './use-live';

export interface InitialQueueCount {
  counts: Record<Environment, QueueCount>;
  at: number;
}

/** Below the queue's key, so whatever refreshes the queue refreshes its count. */
export function useQueueCount(environment: Environment, initial: InitialQueueCount) {
  const read = useQuery({
    queryKey: ['queue', environment, 'count'],
    queryFn: ({ signal }) => backgroundFetch('/api/sponsorship/count', environment, queueCountSchema, signal),
    initialData: initial.counts[environment],
    initialDataUpdatedAt: initial.at,
  });
  useRefetchOnceLive(read.refetch);
  return read;
}
