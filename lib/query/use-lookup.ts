'use client';

import { useQuery } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { lookupAnswerSchema } from '../contract/imports';
import { ask } from './ask';
import { queryKeys } from './query-keys';

/** Asks the service for a destination username. A person asked, so it is not repeated behind their back. */
export function useLookup(environment: Environment, username: string) {
  return useQuery({
    queryKey: queryKeys.lookup(environment, username),
    queryFn: ({ signal }) =>
      ask(`/api/imports?destination_username=${encodeURIComponent(username)}`, {
        schema: lookupAnswerSchema,
        environment,
        signal,
      }),
    enabled: username !== '',
    refetchOnWindowFocus: false,
    staleTime: 30_000,
  });
}
