import { deliveryDetailSchema, deliveryParamsSchema } from '@/lib/contract/webhooks';
import { route } from '@/lib/server';
import { readDeliveryDetail } from '@/lib/webhooks/list-deliveries';

export const GET = route(
  { id: 'webhooks.read', params: deliveryParamsSchema, response: deliveryDetailSchema },
  ({ landfall, params }) => readDeliveryDetail(landfall.webhooks, params.id),
);
