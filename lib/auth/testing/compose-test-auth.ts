import { encode } from 'next-auth/jwt';
import type { Caller } from '../../contract/caller';
import type { Role } from '../../contract/roles';
import type { AccountLink } from '../../contract/staff';
import { createCipher, generateKey } from '../../core/cipher';
import { createManualClock } from '../../core/testing/manual-clock';
import { silentLog } from '../../core/log';
import { listAuditAfter } from '../../store/events/audit';
import type { Database } from '../../store/database/database';
import { addStaff } from '../add-staff';
import type { AuthDeps } from '../auth-deps';
import { createAuth } from '../create-auth';
import { sessionCookie } from '../session-cookie';
import { sessionLimits, startSession } from '../sessions';
import { signInWithPassword } from '../sign-in-with-password';

const secret = 'a secret of the tests, long enough to be one';
const publicOrigin = 'http://localhost:3000';

export const commandCaller: Caller = { actor: { kind: 'command', name: 'test' }, address: '', requestId: 'test' };
export const anonymousCaller = (address: string): Caller => ({ actor: { kind: 'stranger' }, address, requestId: 'r' });

export function tokenOf(link: AccountLink | null): string {
  return link?.url.split('/').at(-1) ?? '';
}

/** Auth as the app composes it, on a manual clock, plus the dependencies that tests inspect. */
export function composeTestAuth(database: Database, options: Partial<AuthDeps['settings']> = {}) {
  const clock = createManualClock();
  const cipher = createCipher([generateKey()]);
  const settings = { publicOrigin, demo: false, oidc: undefined, requirePasskeyFrom: undefined, ...options };
  const auth = createAuth({ database, cipher, clock, log: silentLog, settings, secret });
  const cookie = sessionCookie(publicOrigin);
  /** The cookie that next-auth writes when a session begins. */
  const cookieOf = async (sid: string) =>
    `${cookie.name}=${await encode({ token: { sid }, secret, maxAge: sessionLimits.absoluteMs / 1000 })}`;

  const signIn = (attempt: { email: string; password: string; caller: Caller; liveStaffId?: string }) =>
    signInWithPassword(auth, attempt);

  /** A person with this role, and the cookie header of their session. */
  async function signInAs(role: Role, email = `${role}@x.example`) {
    const { id } = await addStaff(auth, {
      email,
      name: '',
      role,
      way: 'local',
      password: 'correct horse battery',
      caller: commandCaller,
    });
    const staff = { id, email, name: email, role };
    const sessionId = await startSession(auth, {
      staff,
      caller: anonymousCaller('198.51.100.1'),
      userAgent: 'test',
      way: 'password',
    });
    return { staff, sessionId, cookieHeader: await cookieOf(sessionId) };
  }

  const actions = async () => (await listAuditAfter(database.db, 0, 10_000)).map((row) => row.action);

  return { auth, clock, cookie, cookieOf, signIn, signInAs, actions };
}
