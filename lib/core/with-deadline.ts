import type { Clock } from './clock';
import { LandfallError } from './errors';

/** Rejects as a database outage if `work` takes longer. The work itself goes on: a query cannot be taken back. */
export async function withDeadline<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  const settled = new AbortController();
  const deadline = clock.sleep(ms, settled.signal).then(() => {
    throw new LandfallError('database_unavailable', { logMessage: `the database did not answer within ${ms} ms` });
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    deadline.catch(() => undefined);
    work.catch(() => undefined);
    // With a reason, because the default one records a stack trace.
    settled.abort('settled');
  }
}
