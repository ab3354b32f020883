import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Environment } from '../contract/environment';
import { backgroundFetch } from './api-fetch';
import { keys } from './keys';
import { useRefetchOnChange } from './use-live';

export const customerOptions = (environment: Environment, username: string, imports: number) =>
  queryOptions({
    queryKey: keys.customer(environment, username, imports),
    queryFn: ({ signal }) =>
      backgroundFetch(
        `/api/customers?${new URLSearchParams({ username, imports: String(imports) }).toString()}`,
        environment,
        'customerSchema',
        signal,
      ),
  });

/** Covers this many imports. The server has rendered the first page; a longer one replaces it once it is loaded. */
export function useCustomer(environment: Environment, username: string, imports: number) {
  const query = useQuery({ ...customerOptions(environment, username, imports), placeholderData: keepPreviousData });
  const { data, refetch } = query;
  useRefetchOnChange(
    environment,
    useMemo(() => data?.imports.map(({ id }) => id) ?? [], [data]),
    useCallback(() => void refetch({ cancelRefetch: false }), [refetch]),
  );
  return query;
}
