import { randomUUID } from 'node:crypto';
import { and, count, eq, gt, inArray, lt, min, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { deniedCalls, throttleHits } from '../schema/staff';

export interface Bucket {
  name: string;
  max: number;
  windowMs: number;
}

export async function findFullBucket(
  db: Db,
  buckets: readonly Bucket[],
  at: Date,
): Promise<{ name: string; untilMs: number } | undefined> {
  for (const { name, max, windowMs } of buckets) {
    const [row] = await db
      .select({ hits: count(), oldestAt: min(throttleHits.at) })
      .from(throttleHits)
      .where(and(eq(throttleHits.bucket, name), gt(throttleHits.at, new Date(at.getTime() - windowMs))));
    if (row && row.hits >= max) return { name, untilMs: new Date(row.oldestAt ?? at).getTime() + windowMs };
  }
  return undefined;
}

/** Hits in the fullest bucket. */
export async function countHits(db: Db, buckets: readonly Bucket[], at: Date): Promise<number> {
  let most = 0;
  for (const { name, windowMs } of buckets) {
    const within = and(eq(throttleHits.bucket, name), gt(throttleHits.at, new Date(at.getTime() - windowMs)));
    most = Math.max(most, await db.$count(throttleHits, within));
  }
  return most;
}

export async function hasHits(db: Db, { name, windowMs }: Bucket, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - windowMs);
  const within = and(eq(throttleHits.bucket, name), gt(throttleHits.at, since));
  return (await db.select({ id: throttleHits.id }).from(throttleHits).where(within).limit(1)).length > 0;
}

/** Until the end of the transaction, over all instances. In sorted order, to avoid deadlocks. */
export async function lockBuckets(tx: Db, buckets: readonly Bucket[]): Promise<void> {
  for (const name of buckets.map((bucket) => bucket.name).sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`throttle ${name}`}, 0))`);
  }
}

/** Counts a hit in every bucket and returns their ids, or undefined if a bucket is full. Serialised over all instances. */
export async function addHits(tx: Db, buckets: readonly Bucket[], at: Date): Promise<string[] | undefined> {
  await lockBuckets(tx, buckets);
  if (await findFullBucket(tx, buckets, at)) return undefined;
  const hits = buckets.map(({ name }) => ({ id: randomUUID(), bucket: name, at }));
  await tx.insert(throttleHits).values(hits);
  return hits.map(({ id }) => id);
}

export async function deleteHits(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(throttleHits).where(inArray(throttleHits.id, [...ids]));
}

/** No limit looks further back than a day. */
export async function sweepThrottle(db: Db, before: { hits: Date; deniedCalls: Date }): Promise<void> {
  await db.delete(throttleHits).where(lt(throttleHits.at, before.hits));
  await db.delete(deniedCalls).where(lt(deniedCalls.windowStart, before.deniedCalls));
}
