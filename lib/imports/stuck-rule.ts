import type { Environment } from '../contract/environment';
import type { Clock } from '../core/clock';
import type { Database } from '../store/database/database';
import { listDistinct } from '../store/imports/import-list';
import { summariseStatusDurations } from '../store/imports/status-periods';
import { finishedStatuses } from './recognise-status';

/** Until enough is known of a status, a day in it is long. */
const defaultThresholdS = 86_400;
const minPeriods = 20;
const maxRecentPeriods = 1_000;
const cacheMs = 60_000;
const maxStatuses = 200;

/** After how many seconds an import is stuck in a status. Statuses that nobody leaves are not in it. */
export type StuckThresholds = ReadonlyMap<string, number>;

export interface StuckRule {
  read(environment: Environment): Promise<StuckThresholds>;
}

/**
 * Stuck is what has been in a status longer than nine in ten past imports stayed there. The thresholds move slowly and
 * every list needs them, so they are read once a minute.
 */
export function createStuckRule({ database, clock }: { database: Database; clock: Clock }): StuckRule {
  const cached = new Map<Environment, { atMs: number; rule: Promise<StuckThresholds> }>();
  return {
    read: (environment) => {
      const nowMs = clock.now().getTime();
      const known = cached.get(environment);
      if (known && nowMs - known.atMs < cacheMs && nowMs >= known.atMs) return known.rule;
      const thresholds = readThresholds(database, environment);
      cached.set(environment, { atMs: nowMs, rule: thresholds });
      thresholds.catch(() => cached.delete(environment));
      return thresholds;
    },
  };
}

async function readThresholds({ db }: Database, environment: Environment): Promise<StuckThresholds> {
  const thresholds = new Map<string, number>();
  for (const key of await listDistinct(db, environment, 'statusKey', maxStatuses)) {
    if (finishedStatuses.includes(key)) continue;
    const { count, p90S } = await summariseStatusDurations(db, environment, key, maxRecentPeriods);
    thresholds.set(key, count >= minPeriods && p90S !== null ? p90S : defaultThresholdS);
  }
  return thresholds;
}

export function isStuck(
  row: { gone: boolean; statusKey: string | null; sinceTo: Date | null },
  thresholds: StuckThresholds,
  now: Date,
): boolean {
  if (row.gone || row.statusKey === null || row.sinceTo === null) return false;
  const afterS = finishedStatuses.includes(row.statusKey)
    ? undefined
    : (thresholds.get(row.statusKey) ?? defaultThresholdS);
  return afterS !== undefined && now.getTime() - row.sinceTo.getTime() > afterS * 1000;
}

/** For the list: the moment before which whatever is in a status since then is stuck. */
export function stuckSince(thresholds: StuckThresholds, now: Date): Map<string, Date> {
  return new Map([...thresholds].map(([key, afterS]) => [key, new Date(now.getTime() - afterS * 1000)]));
}
