import type { Random } from '../core/clock';

export interface RetryRule {
  /** How often at most a question is put, the first time included. */
  readonly attempts: number;
  readonly baseMs: number;
  readonly capMs: number;
}

export const retryRule: RetryRule = { attempts: 4, baseMs: 200, capMs: 2_000 };

/**
 * How long to wait before asking again, or undefined when asking again makes no sense: too many attempts, or not
 * within the time left. Full jitter (anything up to a doubling limit) keeps many callers from coming back together;
 * what the service asks for in `Retry-After` is the least that is waited.
 */
export function nextDelayMs(
  asked: { attempt: number; leftMs: number; retryAfterMs?: number | undefined },
  random: Random,
  rule: RetryRule = retryRule,
): number | undefined {
  if (asked.attempt >= rule.attempts) return undefined;
  const limit = Math.min(rule.capMs, rule.baseMs * 2 ** Math.max(0, asked.attempt - 1));
  const delayMs = Math.round((asked.retryAfterMs ?? 0) + random() * limit);
  return delayMs < asked.leftMs ? delayMs : undefined;
}
