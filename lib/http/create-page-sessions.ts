import type { Identity, SessionAuth } from '../auth/auth-deps';
import type { Clock } from '../core/clock';
import { dropOldest } from '../core/drop-oldest';
import type { Log } from '../core/log';
import { databaseLate, withDeadline } from '../core/with-deadline';

interface PageRequest {
  /** The nonce that proxy.ts chooses for each request, so no other request has it. */
  id: string | null;
  cookie: string | null;
}

/** A lost connection may stay silent for minutes. */
const deadlineMs = 10_000;
/** More than are open at once. Not every request renders a page that takes its session. */
const maxOpen = 1000;

/**
 * The first statement of a page reads its session. proxy.ts sends it, because only the proxy can still answer 503 while
 * the database is unavailable; the page then takes the result, once and only for the same request.
 */
export function createPageSessions(deps: {
  auth: Pick<SessionAuth, 'identify'>;
  databaseHealth: { answers(): Promise<boolean> };
  clock: Clock;
  log: Log;
}) {
  const open = new Map<string, { cookie: string | null; identity: Identity }>();
  return {
    /** False while the database is unavailable. */
    begin: async ({ id, cookie }: PageRequest): Promise<boolean> => {
      try {
        const identity = await withDeadline(deps.clock, deadlineMs, deps.auth.identify(cookie), databaseLate);
        // Without a valid cookie, no statement was sent.
        if (identity === undefined || id === null) return await deps.databaseHealth.answers();
        open.set(id, { cookie, identity });
        dropOldest(open, maxOpen);
        return true;
      } catch (err) {
        deps.log.warn({ err }, 'the database does not answer');
        return false;
      }
    },
    /** Undefined if the proxy has not read the session of this request. */
    take: ({ id, cookie }: PageRequest): Identity | undefined => {
      const begun = id === null ? undefined : open.get(id);
      if (id === null || begun?.cookie !== cookie) return undefined;
      open.delete(id);
      return begun.identity;
    },
  };
}
