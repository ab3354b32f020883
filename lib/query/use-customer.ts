import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Environment } from '../contract/environment';
import { customerOptions } from './customer-options';
import { useRefetchOnChange } from './use-live';

/**
 * Covers this many imports. The server has rendered the first page; a longer one replaces it once it is loaded. Mount it
 * anew for another customer.
 */
export function useCustomer(environment: Environment, username: string, imports: number) {
  const query = useQuery({ ...customerOptions(environment, username, imports), placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData, refetch } = query;
  // If the longer page fails, its query has no data, not even that of the shorter one.
  const [lastData, setLastData] = useState(data);
  if (data !== undefined && data !== lastData) setLastData(data);
  const customer = data ?? lastData;
  useRefetchOnChange(
    environment,
    useMemo(() => customer?.imports.map(({ id }) => id) ?? [], [customer]),
    useCallback(() => void refetch({ cancelRefetch: false }), [refetch]),
  );
  return {
    customer,
    error,
    isLoadingMore: isPlaceholderData,
    moreFailed: data === undefined && error !== null && customer !== undefined,
    refetch,
  };
}
