import type { Metrics } from '../../core/metrics';
import type { Db } from '../../store/database/database';
import { readOldestPollS } from '../../store/service-calls/poll-plan';
import type { PollPlanner } from './create-poll-planner';

export function registerPollerMetrics(metrics: Metrics, db: Db, planner: PollPlanner): void {
  metrics.gauge(
    'landfall_oldest_poll_seconds',
    'Seconds since the least recent poll of an import that may still change',
    async () => (await readOldestPollS(db)) ?? 0,
  );
  metrics.gauge(
    'landfall_poller_cycle_seconds',
    'Time in which every import that may still change is polled once',
    () => planner.plan.cycleS,
  );
  metrics.gauge('landfall_poller_units', 'Customers and imports that may still change', () => planner.plan.movingUnits);
  metrics.gauge('landfall_poller_overdue', 'Polls that are overdue', () => planner.load.overdue);
  metrics.gauge(
    'landfall_poller_spends_per_second',
    'Planned requests per second, mean of the last 15 minutes',
    () => planner.recent?.plannedPerS ?? planner.plan.spendsPerS,
  );
  metrics.gauge(
    'landfall_poller_sent_per_second',
    'Requests per second that the pollers of all instances sent, mean of the last 15 minutes',
    () => planner.recent?.sentPerS ?? 0,
  );
}
