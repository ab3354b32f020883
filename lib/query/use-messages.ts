import { useMutation } from '@tanstack/react-query';
import { apiPost } from './api-fetch';

/** With `nextAt` as it was shown. */
export function useResendMessage(id: string) {
  return useMutation({
    mutationFn: (nextAt: string) =>
      apiPost(`/api/messages/${encodeURIComponent(id)}/resend`, 'live', 'resentSchema', { nextAt }),
  });
}
