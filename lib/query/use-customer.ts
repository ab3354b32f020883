import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { customerPageSize, maxCustomerTimelines } from '../contract/customer-page-size';
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

/** The server has rendered the first page; `showMore` extends it to further imports. */
export function useCustomer(environment: Environment, username: string) {
  const [imports, setImports] = useState(customerPageSize);
  const query = useQuery({ ...customerOptions(environment, username, imports), placeholderData: keepPreviousData });
  const { refetch } = query;
  const ids = query.data?.imports.map(({ id }) => id) ?? [];
  useRefetchOnChange(
    environment,
    ids,
    useCallback(() => void refetch({ cancelRefetch: false }), [refetch]),
  );
  const mayShowMore = imports < maxCustomerTimelines;
  return {
    customer: query.data,
    error: query.error,
    isLoadingMore: query.isPlaceholderData,
    showMore: mayShowMore ? () => setImports((shown) => shown + customerPageSize) : undefined,
  };
}
