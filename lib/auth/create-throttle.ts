import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock';
import type { Database } from '../store/database/database';
import { countHits, deleteHits, insertHits, lockBuckets, sweepThrottle } from '../store/staff/throttle';

export interface Throttle {
  /**
   * Counts the attempt before it is made, so that concurrent attempts are all counted. Call `release` after a
   * successful one.
   */
  tryAcquire(
    buckets: readonly { name: string; max: number }[],
  ): Promise<{ ok: true; release: () => Promise<void> } | { ok: false }>;
  sweep(): Promise<void>;
}

/** Counts attempts in the database, across all instances, over a sliding window. */
export function createThrottle(deps: { database: Database; clock: Clock; windowMs: number }): Throttle {
  const { database, clock, windowMs } = deps;
  return {
    tryAcquire: (buckets) =>
      database.transaction(async (tx) => {
        await lockBuckets(
          tx,
          buckets.map((bucket) => bucket.name),
        );
        const at = clock.now();
        const since = new Date(at.getTime() - windowMs);
        for (const { name, max } of buckets) {
          if ((await countHits(tx, name, since)).hits >= max) return { ok: false };
        }
        const hits = buckets.map(({ name }) => ({ id: randomUUID(), bucket: name, at }));
        await insertHits(tx, hits);
        const ids = hits.map((hit) => hit.id);
        return { ok: true, release: () => database.transaction((own) => deleteHits(own, ids)) };
      }),
    sweep: () => sweepThrottle(database.db, new Date(clock.now().getTime() - 7 * windowMs)),
  };
}
