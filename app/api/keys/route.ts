import { createApiKey, listApiKeys } from '@/lib/auth/api-keys/change-api-keys';
import { apiKeysSchema, createApiKeyBodySchema, savedApiKeySchema } from '@/lib/contract/api-keys';
import { created } from '@/lib/http/reply';
import { route } from '@/lib/server';

export const GET = route({ id: 'api-keys.list', response: apiKeysSchema }, ({ landfall }) => listApiKeys(landfall));

export const POST = route(
  { id: 'api-keys.create', body: createApiKeyBodySchema, response: savedApiKeySchema },
  async ({ landfall, caller, body }) => created(await createApiKey(landfall, { caller, body })),
);
