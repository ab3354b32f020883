import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { bulkRuns, decisions } from '../schema/sponsorship';

export type BulkRunRow = typeof bulkRuns.$inferSelect;

/** Idempotent per id. False if the run already exists. */
export async function insertBulkRun(tx: Db, row: typeof bulkRuns.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(bulkRuns).values(row).onConflictDoNothing().returning({ id: bulkRuns.id });
  return inserted.length === 1;
}

export async function getBulkRun(db: Db, id: string): Promise<BulkRunRow | undefined> {
  const [row] = await db.select().from(bulkRuns).where(eq(bulkRuns.id, id));
  return row;
}

export async function listOpenBulkRuns(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: bulkRuns.id })
    .from(bulkRuns)
    .where(and(isNull(bulkRuns.finishedAt), isUnclaimed()))
    .orderBy(asc(bulkRuns.at))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Including those that an instance has claimed. */
export async function listUnfinishedBulkRuns(db: Db): Promise<BulkRunRow[]> {
  return db.select().from(bulkRuns).where(isNull(bulkRuns.finishedAt)).orderBy(asc(bulkRuns.at));
}

/** Undefined if another instance has the run or it is finished. */
export async function claimBulkRun(db: Db, id: string, forMs: number): Promise<BulkRunRow | undefined> {
  const [row] = await db
    .update(bulkRuns)
    .set({ claimedUntil: sql`now() + ${forMs} * interval '1 millisecond'` })
    .where(and(eq(bulkRuns.id, id), isNull(bulkRuns.finishedAt), isUnclaimed()))
    .returning();
  return row;
}

/** False if it is finished. Its items stay as they are: the customer may have been erased from them. */
export async function saveBulkItems(db: Db, id: string, items: unknown, forMs: number): Promise<boolean> {
  const saved = await db
    .update(bulkRuns)
    .set({ items, claimedUntil: sql`now() + ${forMs} * interval '1 millisecond'` })
    .where(and(eq(bulkRuns.id, id), isNull(bulkRuns.finishedAt)))
    .returning({ id: bulkRuns.id });
  return saved.length === 1;
}

/** Changes nothing if it is already finished. */
export async function finishBulkRun(db: Db, id: string, items: unknown, at: Date): Promise<void> {
  await db
    .update(bulkRuns)
    .set({ items, finishedAt: at, claimedUntil: null })
    .where(and(eq(bulkRuns.id, id), isNull(bulkRuns.finishedAt)));
}

/** Undefined if it is finished. Its items must not be decided any more. */
export async function lockOpenBulkRun(tx: Db, id: string): Promise<BulkRunRow | undefined> {
  const [row] = await tx
    .select()
    .from(bulkRuns)
    .where(and(eq(bulkRuns.id, id), isNull(bulkRuns.finishedAt)))
    .for('update');
  return row;
}

/** Undefined if it is finished, or an instance had claimed it at some time of the last `forMs`. */
export async function lockInterruptedBulkRun(tx: Db, id: string, forMs: number): Promise<BulkRunRow | undefined> {
  const since = sql`coalesce(${bulkRuns.claimedUntil}, ${bulkRuns.at})`;
  const [row] = await tx
    .select()
    .from(bulkRuns)
    .where(
      and(
        eq(bulkRuns.id, id),
        isNull(bulkRuns.finishedAt),
        lt(since, sql`now() - ${forMs} * interval '1 millisecond'`),
      ),
    )
    .for('update');
  return row;
}

/** Locks the run against being withdrawn until the transaction ends. */
export async function isBulkRunOpen(tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: bulkRuns.id })
    .from(bulkRuns)
    .where(and(eq(bulkRuns.id, id), isNull(bulkRuns.finishedAt)))
    .for('share');
  return rows.length === 1;
}

/** Includes decisions of a process that died during the run. */
export async function listBulkDecisions(db: Db, id: string): Promise<(typeof decisions.$inferSelect)[]> {
  return db.select().from(decisions).where(eq(decisions.bulkId, id));
}

function isUnclaimed() {
  return or(isNull(bulkRuns.claimedUntil), lt(bulkRuns.claimedUntil, sql`now()`));
}
