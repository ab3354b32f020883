import { encode } from 'next-auth/jwt';
import { createAudit } from '../../audit/create-audit';
import type { Caller } from '../../contract/caller';
import type { Role } from '../../contract/roles';
import { createManualClock } from '../../core/testing/manual-clock';
import { silentLog } from '../../core/log';
import { listAuditAfter } from '../../store/events/audit';
import type { Database } from '../../store/database/database';
import { type AuthSettings, createAuth } from '../create-auth';
import { createDeniedCallLog, deniedCallWindowMs } from '../create-denied-call-log';
import { createSessions, sessionLimits } from '../create-sessions';
import { createThrottle } from '../create-throttle';
import { createSessionCookie } from '../session-cookie';
import { signInWithPassword } from '../sign-in-with-password';

const testSecret = 'a secret of the tests, long enough to be one';
const publicOrigin = 'http://localhost:3000';

export const commandCaller: Caller = { actor: { kind: 'command', name: 'test' }, address: '', requestId: 'test' };
export const anonymousCaller = (address: string): Caller => ({ actor: { kind: 'stranger' }, address, requestId: 'r' });

/** Auth as the app composes it, on a manual clock, plus the dependencies that tests inspect. */
export function composeTestAuth(database: Database, options: Partial<AuthSettings> = {}) {
  const clock = createManualClock();
  const audit = createAudit({ clock });
  const settings: AuthSettings = { publicOrigin, demo: false, oidc: undefined, ...options };
  const deps = { database, clock, audit, log: silentLog, settings, secret: testSecret };
  const auth = createAuth(deps);
  const cookie = createSessionCookie({ publicOrigin, secret: testSecret });
  /** As next-auth writes it when a session begins. */
  const cookieOf = async (sid: string) =>
    `${cookie.name}=${await encode({ token: { sid }, secret: testSecret, maxAge: sessionLimits.absoluteMs / 1000 })}`;
  const sessions = createSessions({ ...deps, demo: settings.demo });
  const throttle = createThrottle({ database, clock, windowMs: deniedCallWindowMs });
  const deniedCalls = createDeniedCallLog(deps);

  const signIn = (attempt: { email: string; password: string; caller: Caller; liveStaffId?: string }) =>
    signInWithPassword({ database, throttle, deniedCalls, demo: settings.demo }, attempt);

  /** A person with this role, and the cookie header of their session. */
  async function signInAs(role: Role, email = `${role}@x.example`) {
    const { id } = await auth.staff.add({
      email,
      name: '',
      role,
      way: 'local',
      password: 'correct horse battery',
      caller: commandCaller,
    });
    const staff = { id, email, name: email, role };
    const sessionId = await sessions.start({
      staff,
      caller: anonymousCaller('198.51.100.1'),
      userAgent: 'test',
      way: 'password',
    });
    return { staff, sessionId, cookieHeader: await cookieOf(sessionId) };
  }

  const actions = async () => (await listAuditAfter(database.db, 0, 10_000)).map((row) => row.action);

  return {
    auth,
    clock,
    audit,
    cookie,
    cookieOf,
    sessions,
    throttle,
    deniedCalls,
    signIn,
    signInAs,
    actions,
    settings,
  };
}
