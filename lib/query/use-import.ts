'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
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
import { apiFetch } from './api-fetch';
import { queryKeys } from './query-keys';
import { useLive } from './use-live';

const importPath = (id: string) => `/api/imports/${encodeImportId(id)}`;

/**
 * What the server drew may have changed before this page began to listen, and nobody would tell it again: so it is
 * asked for once more when listening begins.
 */
export function useImport(environment: Environment, id: string, initial?: ImportDetail) {
  const read = useQuery({
    queryKey: queryKeys.import(environment, id),
    queryFn: ({ signal }) =>
      apiFetch(importPath(id), { schema: importDetailSchema, environment, signal, background: true }),
    ...(initial === undefined ? {} : { initialData: initial }),
  });
  const hasInitial = initial !== undefined;
  const listens = useLive(environment).state === 'live';
  const { refetch } = read;
  useEffect(() => {
    if (hasInitial && listens) void refetch();
  }, [hasInitial, listens, refetch]);
  return read;
}

/** "Look again": asks the service first, and answers from the record when it cannot be asked. */
export function useRefreshImport(environment: Environment, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiFetch(`${importPath(id)}?fresh=1`, { schema: importDetailSchema, environment }),
    onSuccess: (detail) => client.setQueryData(queryKeys.import(environment, id), detail),
  });
}

/** What the service never tells and an agent knows. */
export function useFillIn(environment: Environment, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: FillInBody) =>
      apiFetch(importPath(id), { schema: importDetailSchema, environment, method: 'PATCH', body }),
    onSuccess: (detail) => client.setQueryData(queryKeys.import(environment, id), detail),
  });
}

export function useAddNote(environment: Environment, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NoteBody) =>
      apiFetch(`${importPath(id)}/notes`, { schema: noteResponseSchema, environment, method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.import(environment, id) }),
  });
}

/** The service's link. Not a query: it is a secret, asked for by a person each time, and not kept. */
export function useRedirectUrl(environment: Environment, id: string) {
  return useMutation({
    mutationFn: () =>
      apiFetch(`${importPath(id)}/redirect-url`, { schema: redirectUrlResponseSchema, environment, method: 'POST' }),
    gcTime: 0,
  });
}

/** The link to the customer's own page with us. */
export function useCustomerLink(environment: Environment, id: string) {
  return useMutation({
    mutationFn: () =>
      apiFetch(`${importPath(id)}/customer-link`, { schema: redirectUrlResponseSchema, environment, method: 'POST' }),
    gcTime: 0,
  });
}

/** The service's answers as they came, fetched when somebody opens them. */
export function useRawAnswers(environment: Environment, id: string) {
  return useQuery({
    queryKey: [...queryKeys.import(environment, id), 'raw'],
    queryFn: ({ signal }) => apiFetch(`${importPath(id)}/raw`, { schema: rawAnswersSchema, environment, signal }),
  });
}
