import { messageListQuerySchema, messageListSchema } from '@/lib/contract/message-log';
import { readMessageList } from '@/lib/outbox/log/list-messages';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'messages.list', query: messageListQuerySchema, response: messageListSchema },
  ({ landfall, query }) => readMessageList(landfall.outbox, query),
);
