import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { ChangeViewBody, SavedViews, SaveViewBody } from '../contract/saved-views';
import { anyEnvironment as environment, apiFetch, apiPost, backgroundFetch } from './api-fetch';
import { keys } from './keys';

export const savedViewsOptions = () =>
  queryOptions({
    queryKey: keys.savedViews(),
    queryFn: ({ signal }) => backgroundFetch('/api/saved-views', environment, 'savedViewsSchema', signal),
    staleTime: 60_000,
  });

export const useSavedViews = () => useSuspenseQuery(savedViewsOptions());

export function useChangeViews() {
  const client = useQueryClient();
  const onSuccess = (views: SavedViews) => client.setQueryData(savedViewsOptions().queryKey, views);
  const path = (id: string) => `/api/saved-views/${encodeURIComponent(id)}`;
  const save = useMutation({
    mutationFn: (body: SaveViewBody) => apiPost('/api/saved-views', environment, 'savedViewsSchema', body),
    onSuccess,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: ChangeViewBody & { id: string }) =>
      apiFetch(path(id), { schema: 'savedViewsSchema', environment, method: 'PATCH', body }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      apiFetch(path(id), { schema: 'savedViewsSchema', environment, method: 'DELETE' }),
    onSuccess,
  });
  return { save, change, remove };
}
