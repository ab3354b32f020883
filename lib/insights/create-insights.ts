import type { Environment } from '../contract/environment';
import { timedStatuses, type Period, type Trends } from '../contract/overview';
import type { Clock } from '../core/clock';
import type { Database } from '../store/database';
import { countCompleted, countFunnel, countStarted, countTools, measureStays } from '../store/insights';
import { layBars, periodStart, toDay } from './period';

const keepMs = 20_000;
const mostTools = 8;

export interface Insights {
  /** How things went over a period. Read at most every twenty seconds: it moves slowly, and pages redraw at each change. */
  trends(environment: Environment, period: Period): Promise<Trends>;
}

export function createInsights({ database, clock }: { database: Database; clock: Clock }): Insights {
  const kept = new Map<string, { atMs: number; trends: Promise<Trends> }>();
  return {
    trends: (environment, period) => {
      const nowMs = clock.now().getTime();
      const key = `${environment} ${period}`;
      const known = kept.get(key);
      if (known && nowMs >= known.atMs && nowMs - known.atMs < keepMs) return known.trends;
      const trends = readTrends(database, environment, period, new Date(nowMs));
      kept.set(key, { atMs: nowMs, trends });
      trends.catch(() => kept.delete(key));
      return trends;
    },
  };
}

async function readTrends({ db }: Database, environment: Environment, period: Period, now: Date): Promise<Trends> {
  const { from, unit } = periodStart(period, now);
  const tools = await countTools(db, environment, from, mostTools);
  const stays = await measureStays(db, environment, from, {
    tools: tools.map(({ tool }) => tool),
    statusKeys: timedStatuses,
  });
  return {
    period,
    from: toDay(from.getTime()),
    unit,
    flow: layBars(period, now, {
      started: await countStarted(db, environment, from, unit),
      completed: await countCompleted(db, environment, from, unit),
    }),
    funnel: await countFunnel(db, environment, from),
    tools: tools.map(({ tool, count }) => ({
      tool,
      count,
      times: timedStatuses.map((status) => {
        const found = stays.find((stay) => stay.tool === tool && stay.statusKey === status);
        return found ? { count: found.count, medianS: found.medianS, p90S: found.p90S } : null;
      }),
    })),
  };
}
