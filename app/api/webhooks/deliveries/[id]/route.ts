import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { deliveryDetailSchema } from '@/lib/contract/webhooks';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'webhooks.read', params: uuidParamsSchema, response: deliveryDetailSchema },
  ({ landfall, params }) => landfall.webhooks.read(params.id),
);
