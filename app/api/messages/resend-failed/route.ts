import { resendFailedBodySchema, resentFailedSchema } from '@/lib/contract/message-log';
import { resendFailedMessages } from '@/lib/outbox/log/resend-failed-messages';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'messages.resend-failed', body: resendFailedBodySchema, response: resentFailedSchema },
  ({ landfall, body, caller }) => resendFailedMessages(landfall.outbox, { filter: body, caller }),
);
