import { useMutation, useQuery } from '@tanstack/react-query';
import type { PreviewTextBody, SaveTextBody } from '../contract/texts';
import { anyEnvironment as environment, apiFetch } from './api-fetch';
import { keys } from './keys';
import { previewOptions } from './preview-options';

export function useSaveText() {
  return useMutation({
    mutationFn: (body: SaveTextBody) =>
      apiFetch('/api/texts', { schema: 'textsOfLanguageSchema', environment, method: 'PUT', body }),
  });
}

export const useTextPreview = (draft: PreviewTextBody, enabled: boolean) =>
  useQuery({
    queryKey: keys.textPreview(draft),
    queryFn: ({ signal }) =>
      apiFetch('/api/texts/preview', { schema: 'textPreviewSchema', environment, method: 'POST', body: draft, signal }),
    enabled,
    ...previewOptions,
  });
