import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { deliveryDetailSchema } from '@/lib/contract/webhooks';
import { route } from '@/lib/server';
import { readDeliveryDetail } from '@/lib/webhooks/list-deliveries';

export const GET = route(
  { id: 'webhooks.read', params: uuidParamsSchema, response: deliveryDetailSchema },
  ({ landfall, params }) => readDeliveryDetail(landfall.webhooks, params.id),
);
