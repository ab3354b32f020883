import type { UsualRange } from '../contract/customer-migration';
import type { KnownStatus } from '../contract/status';
import type { Clock } from '../core/clock';
import { createTimedCache } from '../core/create-timed-cache';
import type { Database } from '../store/database/database';
import { summariseStatusRanges } from '../store/imports/status-periods';

/** In which the service works; the others wait for a person, and say nothing about the next customer. */
const workingStatuses = ['Sample migration in progress', 'Migration in progress'] as const satisfies KnownStatus[];
type WorkingStatus = (typeof workingStatuses)[number];

const minPeriods = 20;
const maxRecentPeriods = 500;
const cacheMs = 10 * 60_000;
const maxTools = 500;

export type UsualDurations = ReadonlyMap<WorkingStatus, UsualRange>;

export interface DurationStatistics {
  /** Durations of migrations from this tool, otherwise of all, without statuses of which too little is known. */
  read(tool: string | null): Promise<UsualDurations>;
}

/** How long most migrations were in a status: between the 20th and the 80th percentile of the recent ones. */
export function createDurationStatistics({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): DurationStatistics {
  const cached = createTimedCache<string | null, UsualDurations>({ clock, maxAgeMs: cacheMs, maxEntries: maxTools });
  return { read: (tool) => cached(tool, () => readDurations(database, tool)) };
}

async function readDurations({ db }: Database, tool: string | null): Promise<UsualDurations> {
  const rows = await summariseStatusRanges(db, { statusKeys: workingStatuses, tool, periods: maxRecentPeriods });
  const found = new Map<WorkingStatus, UsualRange>();
  for (const ofTool of [false, true]) {
    for (const row of rows) {
      const status = workingStatuses.find((known) => known === row.statusKey);
      if (status === undefined || row.ofTool !== ofTool || row.count < minPeriods) continue;
      found.set(status, { fromS: row.p20S, toS: row.p80S });
    }
  }
  return found;
}
