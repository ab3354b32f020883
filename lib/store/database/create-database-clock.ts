import { sql } from 'drizzle-orm';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import type { Database } from './database';

/** Smaller differences do no harm, and cannot be measured exactly. */
const toleratedMs = 2000;

/**
 * The time of the database, because instances share one: on a machine whose clock is wrong, an instance would refuse
 * webhooks as too old and record other times than the rest.
 */
export function createDatabaseClock({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  let offMs = 0;
  const now = () => clock.now().getTime();
  return {
    clock: { ...clock, now: () => new Date(now() + offMs) } satisfies Clock,
    /** Measures the difference again. */
    adjust: async (): Promise<void> => {
      const before = now();
      const [row] = await database.db
        .select({ ms: sql`extract(epoch from clock_timestamp()) * 1000`.mapWith(Number) })
        .from(sql`(select) as one`);
      const after = now();
      const differenceMs = (row?.ms ?? before) - (before + after) / 2;
      const isWrong = Math.abs(differenceMs) > toleratedMs + (after - before) / 2;
      const neededMs = isWrong ? differenceMs : 0;
      if (isWrong && Math.abs(neededMs - offMs) > toleratedMs) {
        log.warn(
          { offS: Math.round(-differenceMs / 1000) },
          'the clock of this machine is wrong; using the time of the database',
        );
      }
      offMs = neededMs;
    },
  };
}
