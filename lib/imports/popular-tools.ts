import type { Environment } from '../contract/environment';
import type { Clock } from '../core/clock';
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
  const cache = new Map<Environment, { atMs: number; tools: Promise<readonly string[]> }>();

  async function readPopular(environment: Environment, now: Date): Promise<readonly string[]> {
    const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
    try {
      const period = { from: daysAgo(historyDays), recent: daysAgo(recentDays), limit: maxTools };
      return await listPopularTools(database.db, environment, period);
    } catch (err) {
      // Only the order of the list depends on it.
      log.warn({ err, environment }, 'the popular tools could not be read');
      return [];
    }
  }

  return {
    read: (environment: Environment): Promise<readonly string[]> => {
      const now = clock.now();
      const cached = cache.get(environment);
      const ageMs = now.getTime() - (cached?.atMs ?? 0);
      if (cached && ageMs >= 0 && ageMs < cacheMs) return cached.tools;
      const tools = readPopular(environment, now);
      cache.set(environment, { atMs: now.getTime(), tools });
      return tools;
    },
  };
}
