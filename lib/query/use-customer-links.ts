'use client';

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import { encodeImportId } from '../contract/import-id';
import { apiFetch, apiPost } from './api-fetch';
import { keys } from './keys';

const linksPath = (importId: string) => `/api/imports/${encodeImportId(importId)}/customer-links`;

const customerLinksOptions = (environment: Environment, importId: string) =>
  queryOptions({
    queryKey: keys.customerLinks(environment, importId),
    queryFn: ({ signal }) => apiFetch(linksPath(importId), { schema: 'customerLinksSchema', environment, signal }),
  });

export const useCustomerLinks = (environment: Environment, importId: string) =>
  useQuery(customerLinksOptions(environment, importId));

/** Not a query: the URL is secret and must not be cached. */
export function useCreateCustomerLink(environment: Environment, importId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      apiPost(`/api/imports/${encodeImportId(importId)}/customer-link`, environment, 'redirectUrlResponseSchema'),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: keys.customerLinks(environment, importId) }),
  });
}

/** One link by its id, or `all`. */
export function useRevokeCustomerLinks(environment: Environment, importId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: string) => {
      const path = which === 'all' ? 'revoke' : `${which}/revoke`;
      return apiPost(`${linksPath(importId)}/${path}`, environment, 'customerLinksSchema');
    },
    onSuccess: (links) => client.setQueryData(customerLinksOptions(environment, importId).queryKey, links),
  });
}
