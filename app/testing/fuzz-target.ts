import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { encode } from 'next-auth/jwt';
import { sessionCookie } from '@/lib/auth/session-cookie';
import { startSession } from '@/lib/auth/sessions';
import type { Landfall } from '@/lib/compose';
import { type Role, roles } from '@/lib/contract/roles';
import { lookUpUsername } from '@/lib/imports/lookup/look-up-username';
import { insertStaff } from '@/lib/store/staff/staff';
import type { RunningSimulator } from '../../simulator/start-simulator';
import { type GeneratedRequest, type Known, fillPlaceholders } from './generate-requests';

const username = 'ops@acme.example';

/**
 * Accounts of each role and some imports, on a database that the app under test shares. Requests may disable accounts and
 * end sessions, so both are restored by `refresh`, which also reads the ids that exist by now.
 */
export async function createFuzzTarget(landfall: Landfall, simulator: RunningSimulator, secret: string) {
  const { database, auth, settings } = landfall;
  const caller = { actor: { kind: 'command', name: 'fuzz' }, address: '', requestId: 'fuzz' } as const;
  const staff = roles.map((role) => ({ id: randomUUID(), email: `${role}@company.example`, name: role, role }));
  const sessions = new Map<Role, string>();
  const cookies = new Map<Role, string>();
  for (const member of staff) {
    await insertStaff(database.db, { ...member, source: 'local', passwordHash: null, createdAt: new Date() });
    const sid = await startSession(auth, { staff: member, caller, userAgent: 'fuzz', way: 'password' });
    sessions.set(member.role, sid);
    const token = await encode({ token: { sid }, secret, maxAge: 86_400 });
    cookies.set(member.role, `${sessionCookie(settings.publicOrigin).name}=${token}`);
  }
  for (let count = 0; count < 20; count += 1) simulator.placeImport({ username, status: 'Sample migration completed' });
  await lookUpUsername(landfall.imports, { caller, environment: 'live', username });

  let known: Known;
  const newest = async (table: string, order: string) => {
    const rows = await database.db
      .select({ id: sql<string>`id::text` })
      .from(sql.raw(`(select id, row_number() over (order by ${order} desc) as place from ${table}) as found`))
      .where(sql`place <= 20`);
    return rows[Math.floor(Math.random() * rows.length)]?.id ?? randomUUID();
  };
  const refresh = async (): Promise<void> => {
    for (const member of staff) {
      await database.db.execute(
        sql`update staff set role = ${member.role}, email = ${member.email}, disabled_at = null where id = ${member.id}`,
      );
      await database.db.execute(
        sql`update sessions set ended_at = null, authenticated_at = now(), last_active_at = now() where id = ${sessions.get(member.role)}`,
      );
    }
    known = {
      import: await newest('imports', 'first_seen_at'),
      staff: await newest('staff', 'created_at'),
      decision: await newest('decisions', 'created_at'),
      request: await newest('full_requests', 'requested_at'),
      attempt: await newest('creation_attempts', 'created_at'),
      delivery: await newest('deliveries', 'received_at'),
      link: await newest('start_links', 'created_at'),
      username,
    };
  };
  await refresh();

  return {
    refresh,
    /** The request with ids that exist and the cookie of its role. */
    complete: (request: GeneratedRequest): GeneratedRequest => ({
      ...request,
      path: fillPlaceholders(request.path, known),
      headers: {
        ...request.headers,
        host: new URL(settings.publicOrigin).host,
        ...(request.as !== 'stranger' && { cookie: cookies.get(request.as) ?? '' }),
      },
      ...(request.body !== undefined && { body: fillPlaceholders(request.body, known) }),
    }),
  };
}
