import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { backgroundFetch } from './api-fetch';
import { keys } from './keys';

export const queueCountOptions = (environment: Environment) =>
  queryOptions({
    queryKey: keys.queueCount(environment),
    queryFn: ({ signal }) => backgroundFetch('/api/sponsorship/count', environment, 'queueCountSchema', signal),
  });

export const useQueueCount = (environment: Environment) => useSuspenseQuery(queueCountOptions(environment));
