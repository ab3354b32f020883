import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { messageDetailSchema } from '@/lib/contract/message-log';
import { readMessage } from '@/lib/outbox/log/read-message';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'messages.read', params: uuidParamsSchema, response: messageDetailSchema },
  ({ landfall, params, caller }) => readMessage(landfall.outbox, { id: params.id, caller }),
);
