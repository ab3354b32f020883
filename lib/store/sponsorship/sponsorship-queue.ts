import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DecisionSummary } from '../../contract/decisions';
import type { Environment } from '../../contract/environment';
import { groupBy } from '../../core/group-by';
import type { Db } from '../database/database';
import type { DecisionRow } from './decisions';
import type { FullRequestRow } from './full-requests';
import { imports } from '../schema/imports';
import { decisions, fullRequests } from '../schema/sponsorship';

export interface QueueRow {
  row: typeof imports.$inferSelect;
  request: FullRequestRow | null;
  /** The latest that is not withdrawn. */
  decision: DecisionRow | null;
  /** All of them, newest first. */
  decisions: DecisionRow[];
}

/** Longest wait first, so that the limit never hides the most urgent. */
export async function listQueueRows(
  db: Db,
  environment: Environment,
  summaries: readonly DecisionSummary[],
  limit: number,
): Promise<QueueRow[]> {
  const requested = sql`(select min(${fullRequests.requestedAt}) from ${fullRequests}
    where ${fullRequests.environment} = ${imports.environment} and ${fullRequests.importId} = ${imports.id}
    and ${fullRequests.closedAt} is null)`;
  const decided = sql`(select max(${decisions.createdAt}) from ${decisions}
    where ${decisions.environment} = ${imports.environment} and ${decisions.importId} = ${imports.id})`;
  const rows = await db
    .select()
    .from(imports)
    .where(and(eq(imports.environment, environment), inArray(imports.decision, [...summaries])))
    .orderBy(sql`coalesce(${requested}, ${decided}) asc`, asc(imports.id))
    .limit(limit);
  return attachSponsorship(db, environment, rows);
}

/** Decided imports, found through the newest decisions because their number keeps growing. */
export async function listDecidedRows(
  db: Db,
  environment: Environment,
  summaries: readonly DecisionSummary[],
  limit: number,
): Promise<QueueRow[]> {
  const later = alias(decisions, 'later');
  const outdated = db
    .select({ one: sql`1` })
    .from(later)
    .where(
      and(
        eq(later.environment, decisions.environment),
        eq(later.importId, decisions.importId),
        gt(later.createdAt, decisions.createdAt),
      ),
    );
  const rows = await db
    .select({ row: imports })
    .from(decisions)
    .innerJoin(imports, and(eq(imports.environment, decisions.environment), eq(imports.id, decisions.importId)))
    .where(and(eq(decisions.environment, environment), inArray(imports.decision, [...summaries]), notExists(outdated)))
    .orderBy(desc(decisions.createdAt), asc(imports.id))
    .limit(limit);
  return attachSponsorship(
    db,
    environment,
    rows.map(({ row }) => row),
  );
}

export async function findQueueRow(db: Db, environment: Environment, importId: string): Promise<QueueRow | undefined> {
  const rows = await db
    .select()
    .from(imports)
    .where(and(eq(imports.environment, environment), eq(imports.id, importId)));
  const [found] = await attachSponsorship(db, environment, rows);
  return found;
}

async function attachSponsorship(
  db: Db,
  environment: Environment,
  rows: (typeof imports.$inferSelect)[],
): Promise<QueueRow[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const requests = await db
    .select()
    .from(fullRequests)
    .where(and(eq(fullRequests.environment, environment), inArray(fullRequests.importId, ids)))
    .orderBy(asc(fullRequests.requestedAt));
  const made = await db
    .select()
    .from(decisions)
    .where(and(eq(decisions.environment, environment), inArray(decisions.importId, ids)))
    .orderBy(desc(decisions.createdAt));
  // Requests are in ascending order, so the newest wins; an open one wins over a closed one.
  const requestOf = new Map<string, FullRequestRow>();
  for (const request of requests) {
    if (request.importId === null) continue;
    const known = requestOf.get(request.importId);
    if (!known || known.closedAt !== null) requestOf.set(request.importId, request);
  }
  const decisionsOf = groupBy(made, ({ importId }) => importId);
  return rows.map((row) => {
    const all = decisionsOf.get(row.id) ?? [];
    return {
      row,
      request: requestOf.get(row.id) ?? null,
      decision: all.find(({ state }) => state !== 'withdrawn') ?? null,
      decisions: all,
    };
  });
}

export async function listUsernames(
  db: Db,
  environment: Environment,
  importIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ id: imports.id, username: imports.username })
    .from(imports)
    .where(and(eq(imports.environment, environment), inArray(imports.id, [...importIds])));
  return new Map(rows.map((row) => [row.id, row.username]));
}

export async function listUnrequestedSamples(db: Db, environment: Environment, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        eq(imports.environment, environment),
        eq(imports.statusKey, 'Sample migration completed'),
        eq(imports.decision, 'none'),
        eq(imports.gone, false),
        // The customer's own request is reopened instead.
        notExists(
          db
            .select({ one: sql`1` })
            .from(fullRequests)
            .where(
              and(
                eq(fullRequests.environment, imports.environment),
                eq(fullRequests.importId, imports.id),
                isNotNull(fullRequests.closedByStatus),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(imports.sinceTo))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** What waits for staff: imports to decide, and requests that match no import. */
export async function countWaiting(db: Db, environment: Environment): Promise<number> {
  const undecided = await db.$count(
    imports,
    and(eq(imports.environment, environment), inArray(imports.decision, ['asked', 'proposed'])),
  );
  const unmatched = await db.$count(
    fullRequests,
    and(eq(fullRequests.environment, environment), isNull(fullRequests.importId), isNull(fullRequests.closedAt)),
  );
  return undecided + unmatched;
}
