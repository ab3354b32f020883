import { deliveryDetailSchema, deliveryParamsSchema } from '@/lib/contract/webhooks';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'webhooks.read', params: deliveryParamsSchema, response: deliveryDetailSchema },
  ({ landfall, params }) => landfall.webhooks.read(params.id),
);
