import type { Db } from '../../store/database/database';
import { readOldestPollS } from '../../store/service-calls/poll-plan';
import type { PollPlanner } from './create-poll-planner';

/** How fresh the record is and can be, for the settings page and the metrics. */
export interface PollerStats {
  /** Within this many seconds everything that may move has been asked for once, with every webhook lost. */
  cycleS: number;
  sharePerS: number;
  spendsPerS: number;
  movingUnits: number;
  restingUnits: number;
  /** Units whose time has come, and for how long the first of them has waited. */
  overdue: number;
  overdueS: number;
  /** Age of the oldest look at something that may move; null when nothing does. */
  oldestLookS: number | null;
}

export async function describePoller(db: Db, planner: PollPlanner, sharePerS: number): Promise<PollerStats> {
  const { plan, load } = planner;
  return {
    cycleS: Math.round(plan.cycleS),
    sharePerS,
    spendsPerS: Math.round(plan.spendsPerS * 1000) / 1000,
    movingUnits: plan.movingUnits,
    restingUnits: load.restingUnits,
    overdue: load.overdue,
    overdueS: Math.round(load.overdueS),
    oldestLookS: await readOldestPollS(db),
  };
}
