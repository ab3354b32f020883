import { countStaff } from '@/lib/auth/create-auth';
import { type Readiness, readinessSchema } from '@/lib/contract/health';
import { version } from '@/lib/core/version';
import { withDeadline } from '@/lib/core/with-deadline';
import { isOperator } from '@/lib/http/check-auth';
import { Reply } from '@/lib/http/reply';
import { route } from '@/lib/server';

/** Details for operators only. Red when the database accepts no writes, and while the process stops. The service may be down: pages still show stored data. */
export const GET = route({ id: 'health.ready', response: readinessSchema }, async ({ landfall, request }) => {
  if (landfall.isDraining()) return notReady({ status: 'not ready', checks: [] });
  const { ms, detail, ...write } = await landfall.databaseHealth.checkWrites();
  // Also notices an outage that began after a check that is reused.
  const staff = write.ok ? await withDeadline(landfall.clock, 5000, countStaff(landfall.auth)).catch(() => null) : null;
  const ok = staff !== null;
  const readiness: Readiness = {
    status: ok ? 'ready' : 'not ready',
    checks: isOperator(request.headers, landfall.settings)
      ? [
          {
            name: 'database',
            ok,
            ms,
            detail: ok ? `${detail}, ${staff} active staff` : write.ok ? 'does not answer' : detail,
          },
          { name: 'version', ok: true, ms: 0, detail: version },
        ]
      : [],
  };
  return ok ? readiness : notReady(readiness);
});

const notReady = (readiness: Readiness) => new Reply(readiness, 503, { 'retry-after': '5' });
