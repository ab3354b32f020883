import type { Environment } from '../contract/environment';
import type { Clock } from '../core/clock';
import { createTimedCache } from '../core/create-timed-cache';
import type { Database } from '../store/database/database';
import { summariseStatusDurations } from '../store/imports/status-periods';
import { finishedStatuses } from './recognise-status';

/** Used until a status has `minPeriods` past periods. */
export const defaultThresholdS = 86_400;
const minPeriods = 20;
const maxRecentPeriods = 1_000;
const cacheMs = 60_000;
const maxStatuses = 200;

/** Seconds after which an import is stuck, by status. Finished statuses are not included. */
export type StuckThresholds = ReadonlyMap<string, number>;

export interface StuckRule {
  read(environment: Environment): Promise<StuckThresholds>;
}

/** Stuck: longer in a status than 90% of past imports. Cached for a minute, because every list needs the thresholds. */
export function createStuckRule({ database, clock }: { database: Database; clock: Clock }): StuckRule {
  const cached = createTimedCache<Environment, StuckThresholds>({ clock, maxAgeMs: cacheMs, maxEntries: 2 });
  return { read: (environment) => cached(environment, () => readThresholds(database, environment)) };
}

async function readThresholds({ db }: Database, environment: Environment): Promise<StuckThresholds> {
  const summaries = await summariseStatusDurations(db, environment, {
    statuses: maxStatuses,
    periods: maxRecentPeriods,
  });
  return new Map(
    summaries
      .filter(({ statusKey }) => !finishedStatuses.includes(statusKey))
      .map(({ statusKey, count, p90S }) => [
        statusKey,
        count >= minPeriods && p90S !== null ? p90S : defaultThresholdS,
      ]),
  );
}

export function isStuck(
  row: { gone: boolean; statusKey: string | null; sinceTo: Date | null },
  thresholds: StuckThresholds,
  now: Date,
): boolean {
  const { gone, statusKey, sinceTo } = row;
  if (gone || statusKey === null || sinceTo === null || finishedStatuses.includes(statusKey)) return false;
  return now.getTime() - sinceTo.getTime() > (thresholds.get(statusKey) ?? defaultThresholdS) * 1000;
}

/** Imports in a status since before this time are stuck. */
export function stuckSince(thresholds: StuckThresholds, now: Date): Map<string, Date> {
  return new Map([...thresholds].map(([key, afterS]) => [key, new Date(now.getTime() - afterS * 1000)]));
}
