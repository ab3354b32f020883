import { deliveryParamsSchema, processAgainAnswerSchema } from '@/lib/contract/webhooks';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'webhooks.process-again', params: deliveryParamsSchema, answer: processAgainAnswerSchema },
  ({ landfall, params, caller }) => landfall.webhooks.processAgain(params.id, caller),
);
