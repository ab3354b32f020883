import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Landfall } from '@/lib/compose';
import { type Role, roles } from '@/lib/contract/roles';
import { lookUpUsername } from '@/lib/imports/lookup/look-up-username';
import type { RunningSimulator } from '../../simulator/start-simulator';
import { createSession } from './create-session';
import { type GeneratedRequest, type Known, fillPlaceholders } from './generate-requests';

const username = 'ops@acme.example';

/**
 * Accounts of each role and some imports, on a database that the app under test shares. Requests may disable accounts and
 * end sessions, so both are restored by `refresh`, which also reads the ids that exist by now.
 */
export async function createFuzzTarget(landfall: Landfall, simulator: RunningSimulator, secret: string) {
  const { database, settings } = landfall;
  const caller = { actor: { kind: 'command', name: 'fuzz' }, address: '', requestId: 'fuzz' } as const;
  const accounts = new Map<Role, Awaited<ReturnType<typeof createSession>>>();
  for (const role of roles) accounts.set(role, await createSession(landfall, secret, role));
  for (let count = 0; count < 20; count += 1) simulator.placeImport({ username, status: 'Sample migration completed' });
  await lookUpUsername(landfall.imports, { caller, environment: 'live', username });

  let known: Known;
  let round = 0;
  const newest = async (table: string, order: string) => {
    const rows = await database.db
      .select({ id: sql<string>`id::text` })
      .from(sql.raw(`(select id, row_number() over (order by ${order} desc) as place from ${table}) as found`))
      .where(sql`place <= 20`);
    return rows[round % Math.max(1, rows.length)]?.id ?? randomUUID();
  };
  const refresh = async (): Promise<void> => {
    round += 1;
    for (const { staff, sessionId } of accounts.values()) {
      await database.db.execute(
        sql`update staff set role = ${staff.role}, email = ${staff.email}, disabled_at = null where id = ${staff.id}`,
      );
      await database.db.execute(
        sql`update sessions set ended_at = null, authenticated_at = now(), last_active_at = now() where id = ${sessionId}`,
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
        ...(request.as !== 'stranger' && { cookie: accounts.get(request.as)?.cookie ?? '' }),
      },
      ...(request.body !== undefined && { body: fillPlaceholders(request.body, known) }),
    }),
  };
}
