import type { Environment } from '../contract/environment';
import { timedStatuses, type FlowBar, type Period, type Trends } from '../contract/overview';
import type { Clock } from '../core/clock';
import type { Database, Db } from '../store/database/database';
import { measureStatusDurations, readCohort, readMedianDecisionS } from '../store/imports/trends';

const dayMs = 86_400_000;
const minCacheMs = 20_000;
const maxCacheMs = 600_000;
/** Slow queries are cached longer, so that at most 2% of the time is spent on them. */
const cacheMsPerQueryMs = 50;
const maxTools = 8;
/** Per tool and status, for the percentiles. */
const maxPeriods = 250;
const maxDecisions = 500;

/** Cached, because pages reload it with every change. */
export function createInsights({ database, clock }: { database: Database; clock: Clock }) {
  const cache = new Map<string, { atMs: number; cacheMs: number; trends: Promise<Trends> }>();
  const nowMs = () => clock.now().getTime();
  return {
    trends: (environment: Environment, period: Period): Promise<Trends> => {
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
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const [{ cohort, durations }, medianDecisionS] = await Promise.all([
    readCohortDurations(db, environment, from, unit),
    readMedianDecisionS(db, environment, monthStart, maxDecisions),
  ]);
  return {
    from: toDay(from.getTime()),
    unit,
    flow: buildBars(period, now, cohort),
    funnel: cohort.funnel,
    tools: cohort.tools.map(({ tool, count }) => ({
      tool,
      count,
      times: timedStatuses.map((status) => {
        const found = durations.find((duration) => duration.tool === tool && duration.statusKey === status);
        return found ? { count: found.count, medianS: found.medianS, p90S: found.p90S } : null;
      }),
    })),
    medianDecisionS,
  };
}

async function readCohortDurations(db: Db, environment: Environment, from: Date, unit: 'day' | 'week') {
  const cohort = await readCohort(db, environment, { from, unit, maxTools });
  const durations = await measureStatusDurations(db, environment, from, {
    tools: cohort.tools.map(({ tool }) => tool),
    statusKeys: timedStatuses,
    maxPeriods,
  });
  return { cohort, durations };
}

/** @internal Whole UTC days or weeks (from Monday), so that bars and funnel count the same imports. */
export function periodStart(period: Period, now: Date): { from: Date; unit: 'day' | 'week' } {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  if (period === '30d') return { from: new Date(today - 29 * dayMs), unit: 'day' };
  const monday = today - ((now.getUTCDay() + 6) % 7) * dayMs;
  const weeks = period === '12w' ? 12 : 52;
  return { from: new Date(monday - (weeks - 1) * 7 * dayMs), unit: 'week' };
}

/** @internal */
export function buildBars(
  period: Period,
  now: Date,
  counted: { started: readonly { day: string; count: number }[]; completed: readonly { day: string; count: number }[] },
): FlowBar[] {
  const { from, unit } = periodStart(period, now);
  const started = new Map(counted.started.map(({ day, count }) => [day, count]));
  const completed = new Map(counted.completed.map(({ day, count }) => [day, count]));
  const stepMs = unit === 'day' ? dayMs : 7 * dayMs;
  const bars: FlowBar[] = [];
  for (let at = from.getTime(); at <= now.getTime(); at += stepMs) {
    const day = toDay(at);
    bars.push({
      from: day,
      to: toDay(at + stepMs - dayMs),
      started: started.get(day) ?? 0,
      completed: completed.get(day) ?? 0,
      current: at + stepMs > now.getTime(),
    });
  }
  return bars;
}

export function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
