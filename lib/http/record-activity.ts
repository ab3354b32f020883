import type { Identity, SessionAuth } from '../auth/auth-deps';
import { isDatabaseOutage } from '../core/database-outage';
import type { Log } from '../core/log';

/** Reading works while the database accepts no writes. */
export async function recordActivity(
  { auth, log }: { auth: SessionAuth; log: Log },
  identity: Identity,
): Promise<void> {
  await auth.recordActivity(identity).catch((err: unknown) => {
    if (!isDatabaseOutage(err)) throw err;
    log.warn({ err }, 'the activity of a session could not be recorded');
  });
}
