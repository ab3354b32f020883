import { attemptParamsSchema, lostAttemptsSchema, settleAttemptBodySchema } from '@/lib/contract/attempts';
import { readLostAttempts } from '@/lib/imports/creation/read-lost-attempts';
import { settleByHand } from '@/lib/imports/creation/settle-by-hand';
import { route } from '@/lib/server';

/** A person says which import it is, or that there is none. Answers with what is still lost. */
export const POST = route(
  {
    id: 'attempts.settle',
    params: attemptParamsSchema,
    body: settleAttemptBodySchema,
    answer: lostAttemptsSchema,
  },
  async ({ landfall, caller, environment, params, body }) => {
    await settleByHand(landfall.creation, { caller, environment, attempt: params.id, importId: body.importId });
    return { attempts: await readLostAttempts(landfall.creation, environment) };
  },
);
