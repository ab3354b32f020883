import { countWaitingMails } from '../../store/outbox/mail-problems';
import { countFailedMessages } from '../../store/outbox/message-log';
import type { OutboxDeps } from '../outbox-deps';
import { overdueMs } from './find-mail-problem';

/** Later a failure is history, which the list still shows. */
const recentDays = 7;
const maxCount = 100;

/** Messages that failed, and e-mails that should have been sent by now. */
export async function countUnsentMessages({
  database: { db },
  clock,
}: Pick<OutboxDeps, 'database' | 'clock'>): Promise<{ failed: number; waiting: number }> {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const [failed, waiting] = await Promise.all([
    countFailedMessages(db, ago(recentDays * 86_400_000), maxCount),
    countWaitingMails(db, ago(overdueMs), maxCount),
  ]);
  return { failed, waiting };
}
