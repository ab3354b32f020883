import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { lostAttemptsSchema, settleAttemptBodySchema } from '@/lib/contract/attempts';
import { readLostAttempts } from '@/lib/imports/creation/read-lost-attempts';
import { settleManually } from '@/lib/imports/creation/settle-manually';
import { route } from '@/lib/server';

export const POST = route(
  {
    id: 'attempts.settle',
    params: uuidParamsSchema,
    body: settleAttemptBodySchema,
    response: lostAttemptsSchema,
  },
  async ({ landfall, caller, environment, params, body }) => {
    await settleManually(landfall.creation, { caller, environment, attempt: params.id, importId: body.importId });
    return { attempts: await readLostAttempts(landfall.creation, { environment, caller }) };
  },
);
