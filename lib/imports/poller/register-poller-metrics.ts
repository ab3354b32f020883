import type { Metrics } from '../../core/metrics';
import type { Db } from '../../store/database/database';
import { readOldestPollS } from '../../store/service-calls/poll-plan';
import type { PollPlanner } from './create-poll-planner';

/** Numbers that say how fresh the record is: read when somebody reads the metrics, never counted along the way. */
export function registerPollerMetrics(metrics: Metrics, db: Db, planner: PollPlanner): void {
  metrics.gauge(
    'landfall_oldest_poll_seconds',
    'Age of the oldest look at an import that may still move',
    async () => (await readOldestPollS(db)) ?? 0,
  );
  metrics.gauge(
    'landfall_poller_cycle_seconds',
    'Within this time every import that may move is asked for once, with every webhook lost',
    () => planner.plan.cycleS,
  );
  metrics.gauge(
    'landfall_poller_units',
    'Customers and imports in which something may still move',
    () => planner.plan.movingUnits,
  );
  metrics.gauge('landfall_poller_overdue', 'Looks whose time has come', () => planner.load.overdue);
  metrics.gauge(
    'landfall_poller_spends_per_second',
    'Requests a second that the plan spends',
    () => planner.plan.spendsPerS,
  );
}
