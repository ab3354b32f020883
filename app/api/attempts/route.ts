import { lostAttemptsSchema } from '@/lib/contract/attempts';
import { readLostAttempts } from '@/lib/imports/creation/read-lost-attempts';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'attempts.list', response: lostAttemptsSchema },
  async ({ landfall, caller, environment }) => ({
    attempts: await readLostAttempts(landfall.creation, { environment, caller }),
  }),
);
