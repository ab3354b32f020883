import type { Environment } from '../contract/environment';
import { timedStatuses, type Period, type Trends } from '../contract/overview';
import type { Clock } from '../core/clock';
import type { Database } from '../store/database/database';
import {
  countCompleted,
  countFunnel,
  countStarted,
  countTools,
  measureStatusDurations,
} from '../store/imports/insights';
import { buildBars, periodStart, toDay } from './period';

const minCacheMs = 20_000;
const maxCacheMs = 600_000;
/** Slow queries are cached longer, so that at most 2% of the time is spent on them. */
const cacheMsPerQueryMs = 50;
const maxTools = 8;

export interface Insights {
  /** Cached, because pages reload it with every change. */
  trends(environment: Environment, period: Period): Promise<Trends>;
}

export function createInsights({ database, clock }: { database: Database; clock: Clock }): Insights {
  const cache = new Map<string, { atMs: number; cacheMs: number; trends: Promise<Trends> }>();
  const nowMs = () => clock.now().getTime();
  return {
    trends: (environment, period) => {
      const atMs = nowMs();
      const key = `${environment} ${period}`;
      const cached = cache.get(key);
      if (cached && atMs >= cached.atMs && atMs - cached.atMs < cached.cacheMs) return cached.trends;
      const trends = readTrends(database, environment, period, new Date(atMs));
      const entry = { atMs, cacheMs: maxCacheMs, trends };
      cache.set(key, entry);
      trends.then(
        () => {
          entry.cacheMs = Math.min(maxCacheMs, Math.max(minCacheMs, (nowMs() - atMs) * cacheMsPerQueryMs));
        },
        () => cache.delete(key),
      );
      return trends;
    },
  };
}

async function readTrends({ db }: Database, environment: Environment, period: Period, now: Date): Promise<Trends> {
  const { from, unit } = periodStart(period, now);
  const tools = await countTools(db, environment, from, maxTools);
  const durations = await measureStatusDurations(db, environment, from, {
    tools: tools.map(({ tool }) => tool),
    statusKeys: timedStatuses,
  });
  return {
    from: toDay(from.getTime()),
    unit,
    flow: buildBars(period, now, {
      started: await countStarted(db, environment, from, unit),
      completed: await countCompleted(db, environment, from, unit),
    }),
    funnel: await countFunnel(db, environment, from),
    tools: tools.map(({ tool, count }) => ({
      tool,
      count,
      times: timedStatuses.map((status) => {
        const found = durations.find((duration) => duration.tool === tool && duration.statusKey === status);
        return found ? { count: found.count, medianS: found.medianS, p90S: found.p90S } : null;
      }),
    })),
  };
}
