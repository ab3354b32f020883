import { and, count, eq, gt, inArray, lt, min, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { deniedCalls, throttleHits } from '../schema/staff';

/** Serialises attempts per bucket over all instances. Locked in sorted order to avoid deadlocks. */
export async function lockBuckets(tx: Db, buckets: readonly string[]): Promise<void> {
  for (const bucket of [...buckets].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`throttle ${bucket}`}, 0))`);
  }
}

export async function countHits(db: Db, bucket: string, since: Date): Promise<{ hits: number; oldestAt: Date | null }> {
  const [row] = await db
    .select({ hits: count(), oldestAt: min(throttleHits.at) })
    .from(throttleHits)
    .where(and(eq(throttleHits.bucket, bucket), gt(throttleHits.at, since)));
  return { hits: row?.hits ?? 0, oldestAt: row?.oldestAt ?? null };
}

export async function insertHits(tx: Db, hits: readonly { id: string; bucket: string; at: Date }[]): Promise<void> {
  if (hits.length > 0) await tx.insert(throttleHits).values([...hits]);
}

export async function deleteHits(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(throttleHits).where(inArray(throttleHits.id, [...ids]));
}

export async function sweepThrottle(db: Db, before: Date): Promise<void> {
  await db.delete(throttleHits).where(lt(throttleHits.at, before));
  await db.delete(deniedCalls).where(lt(deniedCalls.windowStart, before));
}

/** Returns the new count of this window; 1 for the first denied call. */
export async function countDeniedCall(
  tx: Db,
  deniedCall: { caller: string; route: string; windowStart: Date; at: Date; times: number },
): Promise<number> {
  const { caller, route, windowStart, at, times } = deniedCall;
  const [row] = await tx
    .insert(deniedCalls)
    .values({ caller, route, windowStart, count: times, lastAt: at })
    .onConflictDoUpdate({
      target: [deniedCalls.caller, deniedCalls.route, deniedCalls.windowStart],
      set: { count: sql`${deniedCalls.count} + ${times}`, lastAt: at },
    })
    .returning({ count: deniedCalls.count });
  return row?.count ?? times;
}

export async function countDeniedCallRows(db: Db, windowStart: Date): Promise<number> {
  return db.$count(deniedCalls, eq(deniedCalls.windowStart, windowStart));
}
