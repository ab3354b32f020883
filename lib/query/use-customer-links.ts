'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { customerLinksSchema } from '../contract/customer-links';
import type { Environment } from '../contract/environment';
import { encodeImportId } from '../contract/import-id';
import { redirectUrlResponseSchema } from '../contract/imports';
import { apiFetch, apiPost } from './api-fetch';

const linksPath = (importId: string) => `/api/imports/${encodeImportId(importId)}/customer-links`;
const linksKey = (environment: Environment, importId: string) => ['import', environment, importId, 'customer-links'];

export function useCustomerLinks(environment: Environment, importId: string) {
  return useQuery({
    queryKey: linksKey(environment, importId),
    queryFn: ({ signal }) => apiFetch(linksPath(importId), { schema: customerLinksSchema, environment, signal }),
  });
}

/** Not a query: the URL is secret and must not be cached. */
export function useCreateCustomerLink(environment: Environment, importId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      apiPost(`/api/imports/${encodeImportId(importId)}/customer-link`, environment, redirectUrlResponseSchema),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: linksKey(environment, importId) }),
  });
}

/** One link by its id, or `all`. */
export function useRevokeCustomerLinks(environment: Environment, importId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: string) => {
      const path = which === 'all' ? 'revoke' : `${which}/revoke`;
      return apiPost(`${linksPath(importId)}/${path}`, environment, customerLinksSchema);
    },
    onSuccess: (links) => client.setQueryData(linksKey(environment, importId), links),
  });
}
