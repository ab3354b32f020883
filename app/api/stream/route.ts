import { streamQuerySchema } from '@/lib/contract/stream-query';
import { eventStreamResponse } from '@/lib/http/stream-response';
import { createRoleReader } from '@/lib/http/while-allowed';
import { route } from '@/lib/server';

/** Ends with the session, which is checked at every heartbeat and change of staff. */
export const GET = route({ id: 'stream.read', query: streamQuerySchema }, ({ landfall, request, query, staff }) => {
  const readRole = createRoleReader({ landfall, request });
  return eventStreamResponse(request, () =>
    landfall.feed.open({
      staffId: staff.id,
      lastEventId: request.headers.get('last-event-id') ?? query.after ?? null,
      readRole,
    }),
  );
});
