import { useMutation } from '@tanstack/react-query';
import { apiPost } from './api-fetch';

export function useHandleToolRequest(id: string) {
  return useMutation({
    mutationFn: (note: string) => apiPost(`/api/tool-requests/${id}/handle`, 'live', 'doneSchema', { note }),
  });
}
