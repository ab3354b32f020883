import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { PreviewTextBody, SaveTextBody } from '../contract/texts';
import { apiFetch } from './api-fetch';
import { keys } from './keys';

// The texts are for both environments, but the header needs one.
const environment = 'live';

export function useSaveText() {
  return useMutation({
    mutationFn: (body: SaveTextBody) =>
      apiFetch('/api/texts', { schema: 'textsOfLanguageSchema', environment, method: 'PUT', body }),
  });
}

/** Keeps the last preview while the next one is loaded. */
export const useTextPreview = (draft: PreviewTextBody, enabled: boolean) =>
  useQuery({
    queryKey: keys.textPreview(draft),
    queryFn: ({ signal }) =>
      apiFetch('/api/texts/preview', { schema: 'textPreviewSchema', environment, method: 'POST', body: draft, signal }),
    enabled,
    placeholderData: keepPreviousData,
    // Every pause in typing is another key.
    gcTime: 10_000,
    staleTime: 60_000,
  });
