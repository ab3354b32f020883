import type { Identity, SessionAuth } from '../auth/auth-deps';
import type { Clock } from '../core/clock';
import { currentContext, type RequestContext } from '../core/context.mjs';
import type { Log } from '../core/log';
import { databaseLate, withDeadline } from '../core/with-deadline';

/** A lost connection may stay silent for minutes. */
const deadlineMs = 10_000;

/**
 * The first statement of a page reads its session. It is sent before the page is rendered, because only then a request can
 * still be answered with 503 while the database is unavailable. The page takes the result.
 */
export function createPageSessions(deps: {
  auth: Pick<SessionAuth, 'identify'>;
  databaseHealth: { answers(): Promise<boolean> };
  clock: Clock;
  log: Log;
}) {
  const begun = new WeakMap<RequestContext, { cookie: string | null; identity: Identity }>();
  return {
    /** False while the database is unavailable. */
    begin: async (cookie: string | null): Promise<boolean> => {
      try {
        const identity = await withDeadline(deps.clock, deadlineMs, deps.auth.identify(cookie), databaseLate);
        // Without a valid cookie, no statement was sent.
        if (identity === undefined) return await deps.databaseHealth.answers();
        const { request } = currentContext();
        if (request) begun.set(request, { cookie, identity });
        return true;
      } catch (err) {
        deps.log.warn({ err }, 'the database does not answer');
        return false;
      }
    },
    /** Undefined if the session of this request was not read. */
    take: (cookie: string | null): Identity | undefined => {
      const { request } = currentContext();
      const session = request && begun.get(request);
      if (!request || session?.cookie !== cookie) return undefined;
      begun.delete(request);
      return session.identity;
    },
  };
}
