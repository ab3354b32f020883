import { readConnectionForm } from '@/lib/connection/read-connection-form';
import { saveConnection } from '@/lib/connection/save-connection';
import { connectionFormSchema, saveConnectionBodySchema } from '@/lib/contract/connection';
import { route } from '@/lib/server';

export const GET = route({ id: 'connection.read', response: connectionFormSchema }, ({ landfall }) =>
  readConnectionForm(landfall),
);

export const PUT = route(
  { id: 'connection.save', body: saveConnectionBodySchema, response: connectionFormSchema },
  async ({ landfall, caller, body }) => {
    await saveConnection(landfall, { caller, body });
    return readConnectionForm(landfall);
  },
);
