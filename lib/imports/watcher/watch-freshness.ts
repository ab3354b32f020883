import type { Metrics } from '../../core/metrics';
import type { Db } from '../../store/database';
import { readOldestLookS } from '../../store/watch-plan';
import type { WatchPlanner } from './create-watch-planner';

/** Numbers that say how fresh the record is: read when somebody reads the metrics, never counted along the way. */
export function watchFreshness(metrics: Metrics, db: Db, planner: WatchPlanner): void {
  metrics.gauge(
    'landfall_oldest_look_seconds',
    'Age of the oldest look at an import that may still move',
    async () => (await readOldestLookS(db)) ?? 0,
  );
  metrics.gauge(
    'landfall_watcher_cycle_seconds',
    'Within this time every import that may move is asked for once, with every webhook lost',
    () => planner.plan.cycleS,
  );
  metrics.gauge(
    'landfall_watcher_units',
    'Customers and imports in which something may still move',
    () => planner.plan.movingUnits,
  );
  metrics.gauge('landfall_watcher_overdue', 'Looks whose time has come', () => planner.load.overdue);
  metrics.gauge(
    'landfall_watcher_spends_per_second',
    'Requests a second that the plan spends',
    () => planner.plan.spendsPerS,
  );
}
