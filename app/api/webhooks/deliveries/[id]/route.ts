import { deliveryDetailSchema, deliveryParamsSchema } from '@/lib/contract/webhooks';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'webhooks.read', params: deliveryParamsSchema, answer: deliveryDetailSchema },
  ({ landfall, params }) => landfall.webhooks.show(params.id),
);
