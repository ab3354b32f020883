'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { customerLinksSchema } from '../contract/customer-links';
import { encodeImportId } from '../contract/import-id';
import { redirectUrlResponseSchema } from '../contract/imports';
import { apiFetch, apiPost } from './api-fetch';

/** Customers exist in live only. */
const environment = 'live';
const linksPath = (importId: string) => `/api/imports/${encodeImportId(importId)}/customer-links`;
const linksKey = (importId: string) => ['import', environment, importId, 'customer-links'];

export function useCustomerLinks(importId: string) {
  return useQuery({
    queryKey: linksKey(importId),
    queryFn: ({ signal }) => apiFetch(linksPath(importId), { schema: customerLinksSchema, environment, signal }),
  });
}

/** Not a query: the URL is secret and must not be cached. */
export function useCreateCustomerLink(importId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      apiPost(`/api/imports/${encodeImportId(importId)}/customer-link`, environment, redirectUrlResponseSchema),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: linksKey(importId) }),
  });
}

/** One link by its id, or `all`. */
export function useRevokeCustomerLinks(importId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: string) => {
      const path = which === 'all' ? 'revoke' : `${which}/revoke`;
      return apiPost(`${linksPath(importId)}/${path}`, environment, customerLinksSchema);
    },
    onSuccess: (links) => client.setQueryData(linksKey(importId), links),
  });
}
