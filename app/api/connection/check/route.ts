import { connectionCheckSchema } from '@/lib/contract/connection';
import { checkConnection } from '@/lib/insights/check-connection';
import { readConnection } from '@/lib/insights/read-connection';
import { route } from '@/lib/server';

/** A POST, because it calls the service and uses up its rate limit. */
export const POST = route({ id: 'connection.check', response: connectionCheckSchema }, async ({ landfall, caller }) => {
  // Another instance may have saved it a moment ago.
  await landfall.connection.refresh();
  return { results: await checkConnection(landfall, caller), connection: await readConnection(landfall) };
});
