import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { resendBodySchema, resentSchema } from '@/lib/contract/message-log';
import { resendMessage } from '@/lib/outbox/log/resend-message';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'messages.resend', params: uuidParamsSchema, body: resendBodySchema, response: resentSchema },
  async ({ landfall, params, body, caller }) => ({
    message: await resendMessage(landfall.outbox, { id: params.id, nextAt: body.nextAt, caller }),
  }),
);
