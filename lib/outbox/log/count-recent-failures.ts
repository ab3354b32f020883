import { countFailedMessages } from '../../store/outbox/message-log';
import type { OutboxDeps } from '../outbox-deps';

/** Later a failure is history, which the list still shows. */
const recentDays = 7;
const maxCount = 100;

export async function countRecentFailures({
  database,
  clock,
}: Pick<OutboxDeps, 'database' | 'clock'>): Promise<number> {
  const since = new Date(clock.now().getTime() - recentDays * 86_400_000);
  return countFailedMessages(database.db, since, maxCount);
}
