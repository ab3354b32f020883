import { useMutation } from '@tanstack/react-query';
import { anyEnvironment as environment, apiPost } from './api-fetch';

export function useReprocessDelivery(deliveryId: string) {
  return useMutation({
    mutationFn: () =>
      apiPost(
        `/api/webhooks/deliveries/${encodeURIComponent(deliveryId)}/process-again`,
        environment,
        'reprocessResponseSchema',
        {},
      ),
  });
}
