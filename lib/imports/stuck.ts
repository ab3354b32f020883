import type { Environment } from '../contract/environment';
import type { Clock } from '../core/clock';
import type { Database } from '../store/database';
import { listDistinct } from '../store/import-list';
import { summariseStays } from '../store/stays';
import { finishedStatuses } from './recognise-status';

/** Until enough is known of a status, a day in it is long. */
const untilKnownS = 86_400;
const enoughStays = 20;
const recentStays = 1_000;
const keepMs = 60_000;
const mostStatuses = 200;

/** After how many seconds an import is stuck in a status. Statuses that nobody leaves are not in it. */
export type StuckAfter = ReadonlyMap<string, number>;

export interface StuckRule {
  read(environment: Environment): Promise<StuckAfter>;
}

/**
 * Stuck is what has been in a status longer than nine in ten past imports stayed there. The thresholds move slowly and
 * every list needs them, so they are read once a minute.
 */
export function createStuckRule({ database, clock }: { database: Database; clock: Clock }): StuckRule {
  const kept = new Map<Environment, { atMs: number; rule: Promise<StuckAfter> }>();
  return {
    read: (environment) => {
      const nowMs = clock.now().getTime();
      const known = kept.get(environment);
      if (known && nowMs - known.atMs < keepMs && nowMs >= known.atMs) return known.rule;
      const rule = readRule(database, environment);
      kept.set(environment, { atMs: nowMs, rule });
      rule.catch(() => kept.delete(environment));
      return rule;
    },
  };
}

async function readRule({ db }: Database, environment: Environment): Promise<StuckAfter> {
  const rule = new Map<string, number>();
  for (const key of await listDistinct(db, environment, 'statusKey', mostStatuses)) {
    if (finishedStatuses.includes(key)) continue;
    const { count, p90S } = await summariseStays(db, environment, key, recentStays);
    rule.set(key, count >= enoughStays && p90S !== null ? p90S : untilKnownS);
  }
  return rule;
}

export function isStuck(
  row: { gone: boolean; statusKey: string | null; sinceTo: Date | null },
  rule: StuckAfter,
  now: Date,
): boolean {
  if (row.gone || row.statusKey === null || row.sinceTo === null) return false;
  const afterS = finishedStatuses.includes(row.statusKey) ? undefined : (rule.get(row.statusKey) ?? untilKnownS);
  return afterS !== undefined && now.getTime() - row.sinceTo.getTime() > afterS * 1000;
}

/** For the list: the moment before which whatever is in a status since then is stuck. */
export function stuckSince(rule: StuckAfter, now: Date): Map<string, Date> {
  return new Map([...rule].map(([key, afterS]) => [key, new Date(now.getTime() - afterS * 1000)]));
}
