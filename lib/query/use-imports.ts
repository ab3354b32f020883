import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { BulkLookupBody } from '../contract/bulk-lookups';
import type { Environment } from '../contract/environment';
import type { ImportList, LookupResponse } from '../contract/imports';
import { defaultListView, toApiListQuery, type ListView } from '../contract/list-view';
import { apiFetch, apiPost, backgroundFetch, fetchFile } from './api-fetch';
import { keys } from './keys';

const pageSize = 100;

type ListPages = InfiniteData<ImportList, string>;

/** Never refetches by itself: updates are announced and shown on request. */
export function importListOptions(environment: Environment, view: ListView) {
  const query = toApiListQuery(view);
  return infiniteQueryOptions({
    queryKey: keys.importList(environment, query),
    queryFn: ({ pageParam, signal }) =>
      apiFetch(
        `/api/imports?${query}&limit=${pageSize}${pageParam === '' ? '' : `&cursor=${encodeURIComponent(pageParam)}`}`,
        {
          schema: 'importListSchema',
          environment,
          signal,
          // Counts as user activity only after a recent click or key.
          background: !navigator.userActivation.isActive,
        },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnWindowFocus: false,
  });
}

export const useImports = (environment: Environment, view: ListView) =>
  useInfiniteQuery({ ...importListOptions(environment, view), placeholderData: keepPreviousData });

/** Otherwise a refetch would load every page that was scrolled through. */
export function useResetToFirstPage(environment: Environment): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    client.setQueriesData<ListPages>(
      { queryKey: keys.importLists(environment) },
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
  }, [client, environment]);
}

export const importCountsOptions = (environment: Environment) =>
  queryOptions({
    queryKey: keys.importCounts(environment),
    queryFn: ({ signal }) => backgroundFetch('/api/import-counts', environment, 'importCountsSchema', signal),
  });

export const useImportCounts = (environment: Environment) => useSuspenseQuery(importCountsOptions(environment));

/** Tags in use, for suggestions. */
export const useTagsInUse = (environment: Environment): readonly string[] =>
  useQuery(importCountsOptions(environment)).data?.tags ?? [];

export function useSelectedImports(environment: Environment) {
  const refresh = useMutation({
    mutationFn: (ids: readonly string[]) =>
      apiPost('/api/import-refresh', environment, 'refreshResponseSchema', { ids }),
  });
  const exportCsv = useMutation({
    mutationFn: (ids: readonly string[]) => fetchFile('/api/import-export', { environment, body: { ids } }),
  });
  return { refresh, exportCsv };
}

/** Not repeated in the background. */
export function useLookup(environment: Environment, username: string, staleTime = 30_000) {
  const client = useQueryClient();
  return useQuery({
    queryKey: keys.lookup(environment, username),
    queryFn: async ({ signal }) => {
      const result = await apiFetch(`/api/imports?destination_username=${encodeURIComponent(username)}`, {
        schema: 'lookupResponseSchema',
        environment,
        signal,
      });
      showInLists(client, environment, result);
      void client.invalidateQueries({ queryKey: keys.customers(environment) });
      return result;
    },
    enabled: username !== '',
    refetchOnWindowFocus: false,
    staleTime,
  });
}

/** Lists that contain the found imports get the new rows. Others are fetched again, because a row's place is unknown. */
function showInLists(client: QueryClient, environment: Environment, { username, imports }: LookupResponse): void {
  const found = new Map(imports.map((row) => [row.id, row]));
  const listOfName = toApiListQuery({ ...defaultListView, q: username, gone: 'show' });
  const lists = client.getQueriesData<ListPages>({ queryKey: keys.importLists(environment) });
  for (const [queryKey, data] of lists) {
    if (!data) continue;
    const listed = new Set(data.pages.flatMap((page) => page.imports.map(({ id }) => id)));
    const missing = imports.filter(({ id }) => !listed.has(id));
    // This list begins with what was seen last.
    const fits = queryKey[3] === listOfName && missing.every((row) => row.username === username);
    const added = fits ? missing : [];
    const pages = data.pages.map((page, index) => ({
      ...page,
      imports: [...(index === 0 ? added : []), ...page.imports.map((row) => found.get(row.id) ?? row)],
      total: page.total === null ? null : page.total + added.length,
    }));
    client.setQueryData<ListPages>(queryKey, { ...data, pages });
    if (missing.length > added.length) void client.invalidateQueries({ queryKey, exact: true });
  }
}

export function useStartBulkLookup(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkLookupBody) => apiPost('/api/lookups', environment, 'bulkLookupSchema', body),
    onSuccess: (run) => client.setQueryData(keys.bulk(environment, run.id), run),
  });
}

/** Polls in case the stream is down. */
export function useBulkLookup(environment: Environment, id: string) {
  return useQuery({
    queryKey: keys.bulk(environment, id),
    queryFn: ({ signal }) =>
      backgroundFetch(`/api/lookups/${encodeURIComponent(id)}`, environment, 'bulkLookupSchema', signal),
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.waiting === 0 ? false : 3000),
  });
}
