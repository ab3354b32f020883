'use client';

import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Environment } from '../contract/environment';
import { importListSchema, type ImportList } from '../contract/imports';
import { toApiListQuery, type ListView } from '../contract/list-view';
import { apiFetch } from './api-fetch';
import { queryKeys } from './query-keys';

const pageSize = 100;

/** Rendered by the server. */
export interface InitialList {
  view: ListView;
  list: ImportList;
  at: number;
}

/**
 * Keeps the old rows until those of another view arrive. Never refetches by itself: updates are announced and shown on
 * request.
 */
export function useImports(environment: Environment, view: ListView, initial: InitialList) {
  const query = toApiListQuery(view);
  return useInfiniteQuery({
    queryKey: queryKeys.imports(environment, query),
    queryFn: ({ pageParam, signal }) =>
      apiFetch(
        `/api/imports?${query}&limit=${pageSize}${pageParam === '' ? '' : `&cursor=${encodeURIComponent(pageParam)}`}`,
        {
          schema: importListSchema,
          environment,
          signal,
          // Counts as user activity only after a recent click or key.
          background: !navigator.userActivation.isActive,
        },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    ...(query === toApiListQuery(initial.view)
      ? { initialData: { pages: [initial.list], pageParams: [''] }, initialDataUpdatedAt: initial.at }
      : {}),
  });
}

/** Otherwise a refetch would load every page that was scrolled through. */
export function useResetToFirstPage(environment: Environment): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    client.setQueriesData<InfiniteData<ImportList, string>>(
      { queryKey: ['imports', environment], predicate: ({ queryKey }) => queryKey[2] !== 'counts' },
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
  }, [client, environment]);
}
