import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { ImageKind } from '../contract/brand-rules';
import type { Branding, BrandingPreviewBody } from '../contract/branding';
import { apiFetch, apiPost } from './api-fetch';
import { keys } from './keys';

// The settings are for both environments, but the header needs one.
const environment = 'live';

export function useSaveBranding() {
  return useMutation({
    mutationFn: (body: { branding: Branding; basedOn: number }) =>
      apiFetch('/api/branding', { schema: 'brandingVersionSchema', environment, method: 'PUT', body }),
  });
}

/** `content` is the file as base64. */
export function useUploadBrandImage() {
  return useMutation({
    mutationFn: (body: { kind: ImageKind; content: string }) =>
      apiPost('/api/branding/images', environment, 'brandImageSchema', body),
  });
}

/** Keeps the last preview while the next one is loaded, or while the draft is not valid. */
export const useBrandingPreview = (draft: BrandingPreviewBody, valid: boolean) =>
  useQuery({
    queryKey: keys.brandingPreview(draft),
    queryFn: ({ signal }) =>
      apiFetch('/api/branding/preview', {
        schema: 'brandingPreviewSchema',
        environment,
        method: 'POST',
        body: draft,
        signal,
      }),
    enabled: valid,
    placeholderData: keepPreviousData,
    // Every pause in typing is another key.
    gcTime: 10_000,
    staleTime: 3_600_000,
  });
