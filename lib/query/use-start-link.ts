'use client';

import { useMutation } from '@tanstack/react-query';
import { startLinkResponseSchema } from '../contract/start';
import { apiFetch } from './api-fetch';

/** Links are for live migrations only. */
export function useStartLink() {
  return useMutation({
    mutationFn: (body: { username: string; instanceUrl?: string; language?: string }) =>
      apiFetch('/api/start-links', { schema: startLinkResponseSchema, environment: 'live', method: 'POST', body }),
  });
}
