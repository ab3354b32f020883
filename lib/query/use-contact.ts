import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Language } from '../contract/languages';
import { encodeImportId } from '../contract/import-id';
import { apiFetch, backgroundFetch } from './api-fetch';
import { keys } from './keys';

// Customers of the sandbox get no e-mails.
const environment = 'live';

const contactPath = (importId: string) => `/api/imports/${encodeImportId(importId)}/contact`;

const contactOptions = (importId: string) =>
  queryOptions({
    queryKey: keys.contact(environment, importId),
    queryFn: ({ signal }) => backgroundFetch(contactPath(importId), environment, 'contactSchema', signal),
  });

export const useContact = (importId: string) => useQuery(contactOptions(importId));

export function useSetContact(importId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { email?: string | null; language?: Language }) =>
      apiFetch(contactPath(importId), { schema: 'contactSchema', environment, method: 'PUT', body }),
    onSuccess: (contact) => client.setQueryData(contactOptions(importId).queryKey, contact),
  });
}
