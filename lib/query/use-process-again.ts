'use client';

import { useMutation } from '@tanstack/react-query';
import { processAgainAnswerSchema } from '../contract/webhooks';
import { ask } from './ask';

/** Webhooks are live: there is nothing to process again in the sandbox. */
export function useProcessAgain(deliveryId: string) {
  return useMutation({
    mutationFn: () =>
      ask(`/api/webhooks/deliveries/${encodeURIComponent(deliveryId)}/process-again`, {
        schema: processAgainAnswerSchema,
        environment: 'live',
        method: 'POST',
        body: {},
      }),
  });
}
