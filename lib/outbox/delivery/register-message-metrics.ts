import type { Metrics } from '../../core/metrics';
import type { Db } from '../../store/database/database';
import { readOldestDueS } from '../../store/outbox/send-queue';

export function registerMessageMetrics(metrics: Metrics, db: Db): void {
  metrics.gauge('landfall_messages_oldest_due_seconds', 'How long the oldest message that is due has waited', () =>
    readOldestDueS(db),
  );
}
