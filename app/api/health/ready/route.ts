import { countStaff } from '@/lib/auth/create-auth';
import { type Readiness, readinessSchema } from '@/lib/contract/health';
import { Reply } from '@/lib/http/reply';
import { route } from '@/lib/server';

/** The service may be down: pages still show stored data. */
export const GET = route({ id: 'health.ready', response: readinessSchema }, async ({ landfall }) => {
  const startedMs = performance.now();
  const staff = await countStaff(landfall.auth).catch(() => undefined);
  const ok = staff !== undefined;
  const readiness: Readiness = {
    status: ok ? 'ready' : 'not ready',
    checks: [
      {
        name: 'database',
        ok,
        ms: Math.round(performance.now() - startedMs),
        detail: ok ? `${landfall.database.engine}, ${staff} active staff` : 'does not answer',
      },
    ],
  };
  return new Reply(readiness, ok ? 200 : 503);
});
