import { randomUUID } from 'node:crypto';
import { encode } from 'next-auth/jwt';
import { sessionCookie } from '@/lib/auth/session-cookie';
import { startSession } from '@/lib/auth/sessions';
import type { Landfall } from '@/lib/compose';
import type { Role } from '@/lib/contract/roles';
import { insertStaff } from '@/lib/store/staff/staff';

/** A new account of this role that has just signed in. */
export async function createSession(landfall: Landfall, nextAuthSecret: string, role: Role) {
  const id = randomUUID();
  const staff = { id, email: `${id}@company.example`, name: 'Ada', role };
  await insertStaff(landfall.database.db, { ...staff, source: 'local', passwordHash: null, createdAt: new Date() });
  const caller = { actor: { kind: 'command' as const, name: 'test' }, address: '', requestId: 'test' };
  const sessionId = await startSession(landfall.auth, { staff, caller, userAgent: 'test', way: 'password' });
  const token = await encode({ token: { sid: sessionId }, secret: nextAuthSecret, maxAge: 86_400 });
  return { staff, sessionId, cookie: `${sessionCookie(landfall.settings.publicOrigin).name}=${token}` };
}
