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
  /** Between two measurements, a step of the machine's clock has no effect. */
  let startMs = clock.now().getTime() - performance.now();
  return {
    clock: { ...clock, now: () => new Date(startMs + performance.now()) } satisfies Clock,
    /** Measures the difference again. */
    adjust: async (): Promise<void> => {
      const sentMs = performance.now();
      const [row] = await database.db
        .select({ ms: sql`extract(epoch from clock_timestamp()) * 1000`.mapWith(Number) })
        .from(sql`(select) as one`);
      const receivedMs = performance.now();
      const machineMs = clock.now().getTime();
      const halfMs = (receivedMs - sentMs) / 2;
      const differenceMs = (row?.ms ?? machineMs) + halfMs - machineMs;
      const isWrong = Math.abs(differenceMs) > toleratedMs + halfMs;
      const neededMs = isWrong ? differenceMs : 0;
      if (isWrong && Math.abs(neededMs - offMs) > toleratedMs) {
        log.warn(
          { offS: Math.round(-differenceMs / 1000) },
          'the clock of this machine is wrong; using the time of the database',
        );
      }
      offMs = neededMs;
      startMs = machineMs + offMs - receivedMs;
    },
  };
}
