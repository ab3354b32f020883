import { useMutation } from '@tanstack/react-query';
import type { ResendFailedBody } from '../contract/message-log';
import { apiPost } from './api-fetch';

/** With `nextAt` as it was shown. */
export function useResendMessage(id: string) {
  return useMutation({
    mutationFn: (nextAt: string) =>
      apiPost(`/api/messages/${encodeURIComponent(id)}/resend`, 'live', 'resentSchema', { nextAt }),
  });
}

export function useResendFailed() {
  return useMutation({
    mutationFn: (filter: ResendFailedBody) =>
      apiPost('/api/messages/resend-failed', 'live', 'resentFailedSchema', filter),
  });
}
