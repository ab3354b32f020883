import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { createImportResponseSchema } from '@/lib/contract/imports';
import { readAttempt } from '@/lib/imports/creation/read-attempt';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'attempts.read', params: uuidParamsSchema, response: createImportResponseSchema },
  ({ landfall, caller, params }) => readAttempt(landfall.creation, { attempt: params.id, caller }),
);
