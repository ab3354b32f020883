import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { encodeImportId } from '../contract/import-id';
import type { FillInBody, ImportDetail, NoteBody, TagsBody } from '../contract/imports';
import { apiFetch, apiPost, backgroundFetch } from './api-fetch';
import { keys } from './keys';
import { useAnswers } from './use-answers';

const importPath = (id: string) => `/api/imports/${encodeImportId(id)}`;

export const importOptions = (environment: Environment, id: string) =>
  queryOptions({
    queryKey: keys.importDetail(environment, id),
    queryFn: ({ signal }) => backgroundFetch(importPath(id), environment, 'importDetailSchema', signal),
  });

/** For the page of the import, which the server has rendered. */
export const useImport = (environment: Environment, id: string) => useSuspenseQuery(importOptions(environment, id));

export const useImportPreview = (environment: Environment, id: string) => useQuery(importOptions(environment, id));

/** Calls the service first; returns stored data if it cannot be reached. */
export function useRefreshImport(environment: Environment, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiFetch(`${importPath(id)}?fresh=1`, { schema: 'importDetailSchema', environment }),
    onSuccess: (detail) => client.setQueryData(importOptions(environment, id).queryKey, detail),
  });
}

export function useFillIn(environment: Environment, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: FillInBody) =>
      apiFetch(importPath(id), { schema: 'importDetailSchema', environment, method: 'PATCH', body }),
    onSuccess: (detail) => client.setQueryData(importOptions(environment, id).queryKey, detail),
  });
}

export function useAddNote(environment: Environment, id: string) {
  const { put, refetchUnlessLive } = useAnswers();
  const queryKey = keys.importDetail(environment, id);
  return useMutation({
    mutationFn: (body: NoteBody) => apiPost(`${importPath(id)}/notes`, environment, 'noteSchema', body),
    onMutate: () => Date.now(),
    onSuccess: (note, _body, sentAtMs) => {
      put<ImportDetail>(queryKey, sentAtMs, (detail) => ({ ...detail, notes: [...detail.notes, note] }));
      return refetchUnlessLive(queryKey);
    },
  });
}

/** `shown` is what the tags will be. One after the other, so that the last answer has all changes. */
export function useChangeTags(environment: Environment, id: string) {
  const { put, refetchUnlessLive } = useAnswers();
  const queryKey = keys.importDetail(environment, id);
  return useMutation({
    scope: { id: `tags ${environment} ${id}` },
    mutationFn: ({ body }: { body: TagsBody; shown: readonly string[] }) =>
      apiFetch(`${importPath(id)}/tags`, { schema: 'tagsSchema', environment, method: 'PATCH', body }),
    onMutate: () => Date.now(),
    onSuccess: ({ tags }, _change, sentAtMs) => {
      put<ImportDetail>(queryKey, sentAtMs, (detail) => ({ ...detail, row: { ...detail.row, tags } }));
      return refetchUnlessLive(queryKey, keys.importCounts(environment));
    },
  });
}

/** Not a query: the URL is secret and must not be cached. */
export function useRedirectUrl(environment: Environment, id: string) {
  return useMutation({
    mutationFn: () => apiPost(`${importPath(id)}/redirect-url`, environment, 'redirectUrlResponseSchema'),
    gcTime: 0,
  });
}

export function useRawResponses(environment: Environment, id: string) {
  return useQuery({
    queryKey: keys.rawResponses(environment, id),
    queryFn: ({ signal }) => apiFetch(`${importPath(id)}/raw`, { schema: 'rawResponsesSchema', environment, signal }),
  });
}
