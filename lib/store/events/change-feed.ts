import { asc, lt, sql } from 'drizzle-orm';
import { readChange, type Change } from '../../contract/stream';
import type { Db } from '../database/database';
import { changes } from '../schema/changes';

export async function readLatestChangeId(db: Db): Promise<number> {
  const [row] = await db.select({ id: sql<string | null>`max(${changes.id})` }).from(changes);
  return Number(row?.id ?? 0);
}

/**
 * A change may commit after one with a higher id, so a resumed stream rereads this much before its last event. Every new
 * page resumes, so it is no more than the longest transaction that records a change.
 */
const overlapIds = 1000;
const overlapS = 10;

/** May repeat changes; the reader deduplicates. Undefined if `afterId` is too old: the stream must reset. */
export async function readMissedChanges(db: Db, afterId: number, limit: number): Promise<Change[] | undefined> {
  if (afterId === 0) return (await readLatestChangeId(db)) === 0 ? [] : undefined;
  const rows = await db
    .select()
    .from(changes)
    .where(
      sql`${changes.id} > ${afterId - overlapIds} and (${changes.id} > ${afterId}
        or ${changes.at} >= (select seen.at from changes seen where seen.id = ${afterId}) - make_interval(secs => ${overlapS}))`,
    )
    .orderBy(asc(changes.id))
    .limit(overlapIds + limit + 1);
  const known = rows.some((row) => row.id === afterId);
  return known && rows.filter((row) => row.id > afterId).length <= limit ? rows.flatMap(toChange) : undefined;
}

export async function sweepChanges(db: Db, olderThanS: number): Promise<void> {
  await db.delete(changes).where(lt(changes.at, sql`now() - make_interval(secs => ${olderThanS})`));
}

function toChange(row: typeof changes.$inferSelect): Change | [] {
  return readChange({ ...row, id: String(row.id) }) ?? [];
}
