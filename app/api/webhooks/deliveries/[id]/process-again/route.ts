import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { reprocessResponseSchema } from '@/lib/contract/webhooks';
import { route } from '@/lib/server';
import { reprocessDelivery } from '@/lib/webhooks/reprocess-delivery';

export const POST = route(
  { id: 'webhooks.process-again', params: uuidParamsSchema, response: reprocessResponseSchema },
  ({ landfall, params, caller }) => reprocessDelivery(landfall.webhooks, params.id, caller),
);
