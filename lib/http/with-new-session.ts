import type { AuthDeps } from '../auth/auth-deps';
import { writeSessionCookie } from '../auth/session-cookie';
import { sessionLimits } from '../auth/sessions';
import { Reply } from './reply';

/** Sends the cookie of a session that replaces the caller's. */
export async function withNewSession<T>(auth: AuthDeps, sessionId: string, value: T): Promise<Reply<T>> {
  return new Reply(value, 200, {
    'set-cookie': await writeSessionCookie(auth, sessionId, sessionLimits.absoluteMs / 1000),
  });
}
