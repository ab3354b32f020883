'use client';

import { useMutation } from '@tanstack/react-query';
import { reprocessResponseSchema } from '../contract/webhooks';
import { apiFetch } from './api-fetch';

export function useReprocessDelivery(deliveryId: string) {
  return useMutation({
    mutationFn: () =>
      apiFetch(`/api/webhooks/deliveries/${encodeURIComponent(deliveryId)}/process-again`, {
        schema: reprocessResponseSchema,
        environment: 'live',
        method: 'POST',
        body: {},
      }),
  });
}
