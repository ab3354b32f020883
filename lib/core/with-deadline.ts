import type { Clock } from './clock';
import { LandfallError } from './errors';

export const databaseLate = (ms: number) =>
  new LandfallError('database_unavailable', { logMessage: `the database did not answer within ${ms} ms` });

/** Rejects if `work` takes longer. The work itself goes on: a query cannot be taken back. */
export async function withDeadline<T>(
  clock: Clock,
  ms: number,
  work: Promise<T>,
  toError: (ms: number) => Error = () => new Error(`not finished within ${ms} ms`),
): Promise<T> {
  const settled = new AbortController();
  const deadline = clock.sleep(ms, settled.signal).then(() => {
    throw toError(ms);
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
