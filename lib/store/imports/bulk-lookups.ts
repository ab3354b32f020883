import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { insertMany } from '../database/insert-many';
import { isLocked } from '../database/is-locked';
import { bulkLookups } from '../schema/service-calls';

export type BulkLookupRow = typeof bulkLookups.$inferSelect;

export async function insertBulkLookups(tx: Db, rows: readonly (typeof bulkLookups.$inferInsert)[]): Promise<void> {
  await insertMany(tx, bulkLookups, rows);
}

export async function listBulkLookups(db: Db, runId: string): Promise<BulkLookupRow[]> {
  return db.select().from(bulkLookups).where(eq(bulkLookups.runId, runId)).orderBy(asc(bulkLookups.position));
}

/** Leases the next waiting username of any bulk lookup. */
export async function claimBulkLookup(db: Db, leaseS: number): Promise<BulkLookupRow | undefined> {
  const next = db
    .select({ ctid: sql`ctid` })
    .from(bulkLookups)
    .where(
      and(
        eq(bulkLookups.state, 'waiting'),
        or(isNull(bulkLookups.claimedUntil), lt(bulkLookups.claimedUntil, sql`now()`)),
      ),
    )
    .orderBy(asc(bulkLookups.createdAt), asc(bulkLookups.runId), asc(bulkLookups.position))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(bulkLookups)
    .set({ claimedUntil: sql`now() + make_interval(secs => ${leaseS})` })
    .where(isLocked(next))
    .returning();
  return claimed;
}

export async function finishBulkLookup(
  tx: Db,
  row: Pick<BulkLookupRow, 'runId' | 'position'>,
  result: { at: Date } & ({ found: number } | { problem: string }),
): Promise<void> {
  await tx
    .update(bulkLookups)
    .set({
      doneAt: result.at,
      claimedUntil: null,
      ...('found' in result
        ? { state: 'done' as const, found: result.found, problem: null }
        : { state: 'failed' as const, problem: result.problem.slice(0, 1000) }),
    })
    .where(and(eq(bulkLookups.runId, row.runId), eq(bulkLookups.position, row.position)));
}

/** Leaves the username waiting and retries it after `inS`, when the service is not available. */
export async function delayBulkLookup(
  db: Db,
  row: Pick<BulkLookupRow, 'runId' | 'position'>,
  inS: number,
): Promise<void> {
  await db
    .update(bulkLookups)
    .set({ claimedUntil: sql`now() + make_interval(secs => ${inS})` })
    .where(and(eq(bulkLookups.runId, row.runId), eq(bulkLookups.position, row.position)));
}
