'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { encodeImportId } from '../contract/import-id';
import {
  importDetailSchema,
  noteResponseSchema,
  rawAnswersSchema,
  redirectUrlResponseSchema,
  type FillInBody,
  type ImportDetail,
  type NoteBody,
} from '../contract/imports';
import { apiFetch, apiPost, backgroundFetch } from './api-fetch';
import { useRefetchOnceLive } from './use-live';

const importPath = (id: string) => `/api/imports/${encodeImportId(id)}`;

export function useImport(environment: Environment, id: string, initial?: ImportDetail) {
  const read = useQuery({
    queryKey: ['import', environment, id],
    queryFn: ({ signal }) => backgroundFetch(importPath(id), environment, importDetailSchema, signal),
    ...(initial === undefined ? {} : { initialData: initial }),
  });
  useRefetchOnceLive(read.refetch, initial !== undefined);
  return read;
}

/** Calls the service first; returns stored data if it cannot be reached. */
export function useRefreshImport(environment: Environment, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiFetch(`${importPath(id)}?fresh=1`, { schema: importDetailSchema, environment }),
    onSuccess: (detail) => client.setQueryData(['import', environment, id], detail),
  });
}

export function useFillIn(environment: Environment, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: FillInBody) =>
      apiFetch(importPath(id), { schema: importDetailSchema, environment, method: 'PATCH', body }),
    onSuccess: (detail) => client.setQueryData(['import', environment, id], detail),
  });
}

export function useAddNote(environment: Environment, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NoteBody) => apiPost(`${importPath(id)}/notes`, environment, noteResponseSchema, body),
    onSuccess: () => client.invalidateQueries({ queryKey: ['import', environment, id] }),
  });
}

/** Not a query: the URL is secret and must not be cached. */
export function useRedirectUrl(environment: Environment, id: string) {
  return useMutation({
    mutationFn: () => apiPost(`${importPath(id)}/redirect-url`, environment, redirectUrlResponseSchema),
    gcTime: 0,
  });
}

export function useRawAnswers(environment: Environment, id: string) {
  return useQuery({
    queryKey: ['import', environment, id, 'raw'],
    queryFn: ({ signal }) => apiFetch(`${importPath(id)}/raw`, { schema: rawAnswersSchema, environment, signal }),
  });
}
