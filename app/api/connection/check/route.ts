import { connectionCheckSchema } from '@/lib/contract/connection';
import { checkConnection } from '@/lib/insights/check-connection';
import { readConnection } from '@/lib/insights/read-connection';
import { route } from '@/lib/server';

/** A POST, since it asks the service and spends of the request budget. */
export const POST = route(
  { id: 'connection.check', response: connectionCheckSchema },
  async ({ landfall, requestId }) => ({
    results: await checkConnection(landfall, requestId),
    connection: await readConnection(landfall.connection),
  }),
);
