import { streamQuerySchema } from '@/lib/contract/stream-query';
import { eventStreamResponse } from '@/lib/http/stream-response';
import { route } from '@/lib/server';

/** Ends with the session, which is checked at every heartbeat and change of staff. */
export const GET = route({ id: 'stream.read', query: streamQuerySchema }, ({ landfall, request, query, staff }) => {
  const cookie = request.headers.get('cookie');
  return eventStreamResponse(request, () =>
    landfall.feed.open({
      staffId: staff.id,
      lastEventId: request.headers.get('last-event-id') ?? query.after ?? null,
      readRole: async () => {
        const identity = await landfall.auth.identify(cookie);
        return identity?.passkeyStep === null ? identity.staff.role : undefined;
      },
    }),
  );
});
