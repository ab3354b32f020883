import { lostAttemptsSchema } from '@/lib/contract/attempts';
import { readLostAttempts } from '@/lib/imports/creation/read-lost-attempts';
import { route } from '@/lib/server';

/** Creations whose answer was lost, and of which nobody knows yet what became. */
export const GET = route({ id: 'attempts.list', response: lostAttemptsSchema }, async ({ landfall, environment }) => ({
  attempts: await readLostAttempts(landfall.creation, environment),
}));
