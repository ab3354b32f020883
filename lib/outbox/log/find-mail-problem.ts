import type { MailProblem } from '../../contract/customer-mails';
import { readMailProblem } from '../../store/outbox/mail-problems';
import type { OutboxDeps } from '../outbox-deps';

/** Longer than a restart takes. */
export const overdueMs = 15 * 60_000;
const maxCount = 1000;

/** What keeps e-mails from being sent, with the mail server's own words. Only for admins. */
export async function findMailProblem({
  database,
  clock,
}: Pick<OutboxDeps, 'database' | 'clock'>): Promise<MailProblem | null> {
  const before = new Date(clock.now().getTime() - overdueMs);
  const found = await readMailProblem(database.db, before, maxCount);
  if (!found) return null;
  const { count, sinceMs, reason, response } = found;
  return {
    count,
    sinceAt: sinceMs === null ? null : new Date(sinceMs).toISOString(),
    reason: reason ?? '',
    error: response ?? '',
  };
}
