import { deliveryListQuerySchema, deliveryListSchema } from '@/lib/contract/webhooks';
import { route } from '@/lib/server';
import { readDeliveryList } from '@/lib/webhooks/list-deliveries';

export const GET = route(
  { id: 'webhooks.list', query: deliveryListQuerySchema, response: deliveryListSchema },
  ({ landfall, query }) => readDeliveryList(landfall.webhooks, query),
);
