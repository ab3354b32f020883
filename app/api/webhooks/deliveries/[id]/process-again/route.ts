import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { reprocessResponseSchema } from '@/lib/contract/webhooks';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'webhooks.process-again', params: uuidParamsSchema, response: reprocessResponseSchema },
  ({ landfall, params, caller }) => landfall.webhooks.reprocess(params.id, caller),
);
