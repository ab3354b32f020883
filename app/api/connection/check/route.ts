import { connectionCheckSchema } from '@/lib/contract/connection';
import { checkConnection } from '@/lib/insights/check-connection';
import { readConnection } from '@/lib/insights/read-connection';
import { route } from '@/lib/server';

/** A POST, because it calls the service and uses up its rate limit. */
export const POST = route(
  { id: 'connection.check', response: connectionCheckSchema },
  async ({ landfall, requestId }) => ({
    results: await checkConnection(landfall, requestId),
    connection: await readConnection(landfall),
  }),
);
