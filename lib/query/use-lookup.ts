'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { lookupResponseSchema } from '../contract/imports';
import { apiFetch } from './api-fetch';
import { queryKeys } from './query-keys';

/**
 * Asks the service for a destination username. A person asked, so it is not repeated behind their back; and what was
 * found is in our record now, so its lists are read again without being asked for it.
 */
export function useLookup(environment: Environment, username: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.lookup(environment, username),
    queryFn: async ({ signal }) => {
      const answer = await apiFetch(`/api/imports?destination_username=${encodeURIComponent(username)}`, {
        schema: lookupResponseSchema,
        environment,
        signal,
      });
      if (answer.imports.length > 0) void client.invalidateQueries({ queryKey: ['imports', environment] });
      return answer;
    },
    enabled: username !== '',
    refetchOnWindowFocus: false,
    staleTime: 30_000,
  });
}
