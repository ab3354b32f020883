'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { lookupResponseSchema } from '../contract/imports';
import { apiFetch } from './api-fetch';
import { queryKeys } from './query-keys';

/** Not repeated in the background. The found imports are stored now, so lists are read again. */
export function useLookup(environment: Environment, username: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.lookup(environment, username),
    queryFn: async ({ signal }) => {
      const result = await apiFetch(`/api/imports?destination_username=${encodeURIComponent(username)}`, {
        schema: lookupResponseSchema,
        environment,
        signal,
      });
      if (result.imports.length > 0) void client.invalidateQueries({ queryKey: ['imports', environment] });
      return result;
    },
    enabled: username !== '',
    refetchOnWindowFocus: false,
    staleTime: 30_000,
  });
}
