import { rotateApiKey } from '@/lib/auth/api-keys/change-api-keys';
import { savedApiKeySchema } from '@/lib/contract/api-keys';
import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'api-keys.rotate', params: uuidParamsSchema, response: savedApiKeySchema },
  ({ landfall, caller, params: { id } }) => rotateApiKey(landfall, { caller, id }),
);
