import { ServiceError } from '../../core/errors';
import type { Requester } from '../../core/request-budget';

const maxCalls = 10;
/** Ten calls of one person take about a second when no one else waits. */
const retryAfterS = 2;

/**
 * Limits how many calls of one person wait or run in this process. Landfall's own calls are limited by what starts them.
 * Decisions are not limited: each was checked and recorded before.
 */
export function createPersonLimit() {
  const running = new Map<string, number>();
  return async function withinLimit<T>({ lane, person }: Requester, work: () => Promise<T>): Promise<T> {
    if (person === null || lane === 'decision') return work();
    const count = running.get(person) ?? 0;
    if (count >= maxCalls) {
      throw new ServiceError('rate_limited', {
        workDone: 'no',
        userMessage: `You already have ${maxCalls} requests to the migration service running. Wait for one to finish, then try again.`,
        retryAfterS,
      });
    }
    running.set(person, count + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(person) ?? 1) - 1;
      if (left > 0) running.set(person, left);
      else running.delete(person);
    }
  };
}
