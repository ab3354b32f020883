import { useMutation, useQuery } from '@tanstack/react-query';
import type { ImageKind } from '../contract/brand-rules';
import type { Branding, BrandingPreviewBody } from '../contract/branding';
import { anyEnvironment as environment, apiFetch, apiPost } from './api-fetch';
import { keys } from './keys';
import { previewOptions } from './preview-options';

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
    ...previewOptions,
    // A draft for the frame is valid for hours, and a new one would load it again.
    staleTime: 3_600_000,
  });
