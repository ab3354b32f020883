import { ServiceError } from '../core/errors';
import type { Outcome } from './decision-state-machine';

export interface ClassifiedOutcome {
  outcome: Outcome['state'];
  answerStatus: number | null;
  /** What the decision will say, in words. `at` is when the answer was read. */
  explanation: string;
  retryAfterS: number | null;
  /** The service answered 404: the import itself is gone. */
  gone: boolean;
}

/** architecture.md's table of what came back, as a pure function. Anything not understood is unknown, never guessed. */
export function classifyAnswer(status: number, at: Date): ClassifiedOutcome {
  return {
    outcome: 'confirmed',
    answerStatus: status,
    explanation: `The service answered ${status} at ${formatUtcTime(at)} UTC.`,
    retryAfterS: null,
    gone: false,
  };
}

export function classifyFailure(error: unknown, at: Date): ClassifiedOutcome {
  const none = { answerStatus: null, retryAfterS: null, gone: false };
  if (!(error instanceof ServiceError)) {
    return {
      ...none,
      outcome: 'unknown',
      explanation: `Something failed on our side at ${formatUtcTime(at)} UTC, after the call had begun.`,
    };
  }
  const answerStatus = error.upstreamStatus ?? null;
  if (answerStatus === 429) {
    return {
      ...none,
      outcome: 'not_sent',
      answerStatus,
      explanation: `The service asked us to wait (429) at ${formatUtcTime(at)} UTC.`,
      retryAfterS: error.retryAfterS ?? null,
    };
  }
  if (answerStatus === 404) {
    return {
      ...none,
      outcome: 'refused',
      answerStatus,
      explanation: `The import is no longer available (the service answered 404 at ${formatUtcTime(at)} UTC).`,
      gone: true,
    };
  }
  if (answerStatus !== null && answerStatus >= 400 && answerStatus < 500) {
    const messages = [
      error.userMessage,
      ...error.errors.map((e) => (e.field ? `${e.field}: ${e.message}` : e.message)),
    ];
    return {
      ...none,
      outcome: 'refused',
      answerStatus,
      explanation: `The service refused with ${answerStatus} at ${formatUtcTime(at)} UTC: ${messages.join(' ')}`,
    };
  }
  if (error.workDone === 'no') {
    return {
      ...none,
      outcome: 'not_sent',
      answerStatus,
      explanation: `Nothing left us at ${formatUtcTime(at)} UTC: ${error.userMessage}`,
      retryAfterS: error.retryAfterS ?? null,
    };
  }
  return {
    ...none,
    outcome: 'unknown',
    answerStatus,
    explanation:
      // A 2xx that comes here was cut short: it has said nothing yet.
      answerStatus === null || answerStatus < 300
        ? `No whole answer by ${formatUtcTime(at)} UTC: ${error.userMessage}`
        : `The service answered ${answerStatus} at ${formatUtcTime(at)} UTC, which does not say whether it was done.`,
  };
}

export function formatUtcTime(at: Date): string {
  return at.toISOString().slice(11, 19);
}

const maxNotSent = 5;
export const notSentWindowMs = 15 * 60_000;

/**
 * When to try again after a send that surely did not happen, or null to give up: at most five times in fifteen
 * minutes. The service's own wish (`Retry-After`) is honoured as long as it fits.
 */
export function nextRetry(state: {
  notSent: number;
  firstNotSentAt: Date;
  now: Date;
  retryAfterS: number | null;
  random: () => number;
}): { delayMs: number } | null {
  if (state.notSent >= maxNotSent) return null;
  const backoffMs = 2000 * 3 ** (state.notSent - 1) * (0.8 + 0.4 * state.random());
  const delayMs = Math.max(backoffMs, (state.retryAfterS ?? 0) * 1000);
  const leftMs = notSentWindowMs - (state.now.getTime() - state.firstNotSentAt.getTime());
  return delayMs < leftMs ? { delayMs: Math.ceil(delayMs) } : null;
}
