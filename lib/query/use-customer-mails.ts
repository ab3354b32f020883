import { useMutation, useQuery } from '@tanstack/react-query';
import type { MailPreviewBody, MailSettings } from '../contract/customer-mails';
import { anyEnvironment as environment, apiFetch, apiPost } from './api-fetch';
import { keys } from './keys';
import { previewOptions } from './preview-options';

export function useSaveMailSettings() {
  return useMutation({
    mutationFn: (body: Omit<MailSettings, 'version'> & { basedOn: number }) =>
      apiFetch('/api/customer-mails', { schema: 'mailSettingsSchema', environment, method: 'PUT', body }),
  });
}

export const useMailPreview = (draft: MailPreviewBody, valid: boolean) =>
  useQuery({
    queryKey: keys.mailPreview(draft),
    queryFn: ({ signal }) =>
      apiFetch('/api/customer-mails/preview', {
        schema: 'mailPreviewSchema',
        environment,
        method: 'POST',
        body: draft,
        signal,
      }),
    enabled: valid,
    ...previewOptions,
  });

export function useSendTestMail() {
  return useMutation({
    mutationFn: (draft: MailPreviewBody) => apiPost('/api/customer-mails/test', environment, 'mailTestSchema', draft),
  });
}
