'use client';

import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useLive } from './use-live';

/** How mutations show their answers. */
export function useAnswers() {
  const client = useQueryClient();
  const isLive = useLive().state === 'live';
  const refetch = (...prefixes: QueryKey[]) =>
    Promise.all(prefixes.map((queryKey) => client.invalidateQueries({ queryKey })));
  return {
    /** Changes queries that were read before `sentAtMs`; those read later may be newer than the answer. */
    put: <T>(prefix: QueryKey, sentAtMs: number, change: (shown: T) => T) => {
      for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: prefix }))
        if (state.dataUpdatedAt <= sentAtMs) client.setQueryData<T>(queryKey, (shown) => shown && change(shown));
    },
    refetch,
    /** What an answer does not contain comes with the live change that the mutation has caused. */
    refetchUnlessLive: (...prefixes: QueryKey[]) => (isLive ? undefined : refetch(...prefixes)),
  };
}
