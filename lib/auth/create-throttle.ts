import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock';
import type { Database } from '../store/database/database';
import { countHits, deleteHits, insertHits, lockBuckets, sweepThrottle } from '../store/staff/throttle';

export interface Throttle {
  /**
   * Counts a try in every bucket before it is made, so that a hundred at the same moment are a hundred. `release` takes
   * it out again, for a try that turned out well.
   */
  tryAcquire(
    buckets: readonly { name: string; max: number }[],
  ): Promise<{ ok: true; release: () => Promise<void> } | { ok: false }>;
  sweep(): Promise<void>;
}

/** Tries counted in the database, so that all instances count together. The window slides. */
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
