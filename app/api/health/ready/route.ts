import { countStaff } from '@/lib/auth/create-auth';
import { type Readiness, readinessSchema } from '@/lib/contract/health';
import { Reply } from '@/lib/http/reply';
import { route } from '@/lib/server';

/** Red when the database accepts no writes. The service may be down: pages still show stored data. */
export const GET = route({ id: 'health.ready', response: readinessSchema }, async ({ landfall }) => {
  const { ok, ms, detail } = await landfall.databaseHealth.checkWrites();
  const staff = ok ? `, ${await countStaff(landfall.auth)} active staff` : '';
  const readiness: Readiness = {
    status: ok ? 'ready' : 'not ready',
    checks: [{ name: 'database', ok, ms, detail: `${detail}${staff}` }],
  };
  return ok ? readiness : new Reply(readiness, 503, { 'retry-after': '5' });
});
