import type { Environment } from '../contract/environment';
import type { Clock } from '../core/clock';
import { createTimedCache } from '../core/create-timed-cache';
import type { Log } from '../core/log';
import type { Database } from '../store/database/database';
import { listPopularTools } from '../store/imports/trends';

const dayMs = 86_400_000;
const cacheMs = 10 * 60_000;
const historyDays = 365;
const recentDays = 60;
const maxTools = 100;

export type PopularTools = ReturnType<typeof createPopularTools>;

/** The tools that customers of this installation came from, most imports first. Cached, because every start page reads it. */
export function createPopularTools({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  const cached = createTimedCache<Environment, readonly string[]>({ clock, maxAgeMs: cacheMs, maxEntries: 2 });
  return {
    read: (environment: Environment): Promise<readonly string[]> =>
      cached(environment, () => {
        const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
        const period = { from: daysAgo(historyDays), recent: daysAgo(recentDays), limit: maxTools };
        return listPopularTools(database.db, environment, period);
      }).catch((err: unknown) => {
        // Only the order of the list depends on it.
        log.warn({ err, environment }, 'the popular tools could not be read');
        return [];
      }),
  };
}
