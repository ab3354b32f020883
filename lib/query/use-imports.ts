'use client';

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { bulkLookupSchema, type BulkLookupBody } from '../contract/bulk-lookups';
import type { Environment } from '../contract/environment';
import {
  importCountsSchema,
  importListSchema,
  lookupResponseSchema,
  refreshResponseSchema,
  type ImportCounts,
  type ImportList,
} from '../contract/imports';
import { toApiListQuery, type ListView } from '../contract/list-view';
import { apiFetch, apiPost, backgroundFetch, fetchFile } from './api-fetch';

const pageSize = 100;

export interface InitialList {
  view: ListView;
  list: ImportList;
  at: number;
}

/** Never refetches by itself: updates are announced and shown on request. */
export function useImports(environment: Environment, view: ListView, initial: InitialList) {
  const query = toApiListQuery(view);
  return useInfiniteQuery({
    queryKey: ['imports', environment, query],
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

export function useImportCounts(environment: Environment, initial: { counts: ImportCounts; at: number }) {
  return useQuery({
    queryKey: ['imports', environment, 'counts'],
    queryFn: ({ signal }) => backgroundFetch('/api/import-counts', environment, importCountsSchema, signal),
    initialData: initial.counts,
    initialDataUpdatedAt: initial.at,
  });
}

export function useSelectedImports(environment: Environment) {
  const refresh = useMutation({
    mutationFn: (ids: readonly string[]) => apiPost('/api/import-refresh', environment, refreshResponseSchema, { ids }),
  });
  const exportCsv = useMutation({
    mutationFn: (ids: readonly string[]) => fetchFile('/api/import-export', { environment, body: { ids } }),
  });
  return { refresh, exportCsv };
}

/** Not repeated in the background. The found imports are stored now, so lists are read again. */
export function useLookup(environment: Environment, username: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['lookup', environment, username],
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

export function useStartBulkLookup(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkLookupBody) => apiPost('/api/lookups', environment, bulkLookupSchema, body),
    onSuccess: (run) => client.setQueryData(['bulk', environment, run.id], run),
  });
}

/** Polls in case the stream is down. */
export function useBulkLookup(environment: Environment, id: string) {
  return useQuery({
    queryKey: ['bulk', environment, id],
    queryFn: ({ signal }) =>
      backgroundFetch(`/api/lookups/${encodeURIComponent(id)}`, environment, bulkLookupSchema, signal),
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.waiting === 0 ? false : 3000),
  });
}
