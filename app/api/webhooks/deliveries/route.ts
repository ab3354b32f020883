import { deliveryListQuerySchema, deliveryListSchema } from '@/lib/contract/webhooks';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'webhooks.list', query: deliveryListQuerySchema, response: deliveryListSchema },
  ({ landfall, query }) => landfall.webhooks.list(query),
);
