import { readConnectionSetup } from '@/lib/connection/read-connection-setup';
import { saveConnection } from '@/lib/connection/save-connection';
import { connectionSetupSchema, saveConnectionBodySchema } from '@/lib/contract/connection';
import { route } from '@/lib/server';

export const GET = route({ id: 'connection.read', response: connectionSetupSchema }, ({ landfall }) =>
  readConnectionSetup(landfall),
);

export const PUT = route(
  { id: 'connection.save', body: saveConnectionBodySchema, response: connectionSetupSchema },
  async ({ landfall, caller, body }) => {
    await saveConnection(landfall, { caller, body });
    return readConnectionSetup(landfall);
  },
);
