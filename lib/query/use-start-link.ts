'use client';

import { useMutation } from '@tanstack/react-query';
import { startLinkAnswerSchema } from '../contract/start';
import { ask } from './ask';

/** Links are for live migrations: the sandbox creates nothing a customer could follow. */
export function useStartLink() {
  return useMutation({
    mutationFn: (body: { username: string; instanceUrl?: string; language?: string }) =>
      ask('/api/start-links', { schema: startLinkAnswerSchema, environment: 'live', method: 'POST', body }),
  });
}
