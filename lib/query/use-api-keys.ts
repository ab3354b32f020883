import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { CreateApiKeyBody, SavedApiKey } from '../contract/api-keys';
import { anyEnvironment as environment, apiPost, backgroundFetch } from './api-fetch';
import { keys } from './keys';

export const apiKeysOptions = () =>
  queryOptions({
    queryKey: keys.apiKeys(),
    queryFn: ({ signal }) => backgroundFetch('/api/keys', environment, 'apiKeysSchema', signal),
  });

export const useApiKeys = () => useSuspenseQuery(apiKeysOptions());

export function useChangeApiKeys() {
  const client = useQueryClient();
  const { queryKey } = apiKeysOptions();
  const onSuccess = ({ key }: SavedApiKey) => {
    client.setQueryData(queryKey, (shown) => {
      if (!shown) return shown;
      const isKnown = shown.keys.some(({ id }) => id === key.id);
      return {
        ...shown,
        keys: isKnown ? shown.keys.map((one) => (one.id === key.id ? key : one)) : [key, ...shown.keys],
      };
    });
  };
  const onError = () => client.invalidateQueries({ queryKey });
  const schema = 'savedApiKeySchema';
  const create = useMutation({
    mutationFn: (body: CreateApiKeyBody) => apiPost('/api/keys', environment, schema, body),
    onSuccess,
    onError,
  });
  const rotate = useMutation({
    mutationFn: ({ id }: { id: string }) => apiPost(`/api/keys/${encodeURIComponent(id)}/rotate`, environment, schema),
    onSuccess,
    onError,
  });
  const revoke = useMutation({
    mutationFn: ({ id }: { id: string }) => apiPost(`/api/keys/${encodeURIComponent(id)}/revoke`, environment, schema),
    onSuccess,
    onError,
  });
  return { create, rotate, revoke };
}
