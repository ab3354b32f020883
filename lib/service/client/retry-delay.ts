import type { Random } from '../../core/clock';

/** How often at most a question is put, the first time included. */
const mostAttempts = 4;
const baseMs = 200;
const capMs = 2_000;

/**
 * How long to wait before asking again, or undefined when asking again makes no sense: too many attempts, or not
 * within the time left. Full jitter (anything up to a doubling limit) keeps many callers from coming back together;
 * what the service asks for in `Retry-After` is the least that is waited.
 */
export function retryDelayMs(
  options: { attempt: number; remainingMs: number; retryAfterMs?: number | undefined },
  random: Random,
): number | undefined {
  if (options.attempt >= mostAttempts) return undefined;
  const limit = Math.min(capMs, baseMs * 2 ** Math.max(0, options.attempt - 1));
  const delayMs = Math.round((options.retryAfterMs ?? 0) + random() * limit);
  return delayMs < options.remainingMs ? delayMs : undefined;
}
