import { ServiceError } from '../core/errors';
import type { Outcome } from './machine';

export interface Classified {
  outcome: Outcome['state'];
  answerStatus: number | null;
  /** What the decision will say, in words. `at` is when the answer was read. */
  says: string;
  retryAfterS: number | null;
  /** The service answered 404: the import itself is gone. */
  gone: boolean;
}

/** architecture.md's table of what came back, as a pure function. Anything not understood is unknown, never guessed. */
export function classifyAnswer(status: number, at: Date): Classified {
  return {
    outcome: 'confirmed',
    answerStatus: status,
    says: `The service answered ${status} at ${clock(at)} UTC.`,
    retryAfterS: null,
    gone: false,
  };
}

export function classifyFailure(error: unknown, at: Date): Classified {
  const none = { answerStatus: null, retryAfterS: null, gone: false };
  if (!(error instanceof ServiceError)) {
    return {
      ...none,
      outcome: 'unknown',
      says: `Something failed on our side at ${clock(at)} UTC, after the call had begun.`,
    };
  }
  const answerStatus = error.upstreamStatus ?? null;
  if (answerStatus === 429) {
    return {
      ...none,
      outcome: 'not_sent',
      answerStatus,
      says: `The service asked us to wait (429) at ${clock(at)} UTC.`,
      retryAfterS: error.retryAfterS ?? null,
    };
  }
  if (answerStatus === 404) {
    return {
      ...none,
      outcome: 'refused',
      answerStatus,
      says: `The import is no longer available (the service answered 404 at ${clock(at)} UTC).`,
      gone: true,
    };
  }
  if (answerStatus !== null && answerStatus >= 400 && answerStatus < 500) {
    const words = [error.person, ...error.errors.map((e) => (e.field ? `${e.field}: ${e.message}` : e.message))];
    return {
      ...none,
      outcome: 'refused',
      answerStatus,
      says: `The service refused with ${answerStatus} at ${clock(at)} UTC: ${words.join(' ')}`,
    };
  }
  if (error.workDone === 'no') {
    return {
      ...none,
      outcome: 'not_sent',
      answerStatus,
      says: `Nothing left us at ${clock(at)} UTC: ${error.person}`,
      retryAfterS: error.retryAfterS ?? null,
    };
  }
  return {
    ...none,
    outcome: 'unknown',
    answerStatus,
    says:
      // A 2xx that comes here was cut short: it has said nothing yet.
      answerStatus === null || answerStatus < 300
        ? `No whole answer by ${clock(at)} UTC: ${error.person}`
        : `The service answered ${answerStatus} at ${clock(at)} UTC, which does not say whether it was done.`,
  };
}

export function clock(at: Date): string {
  return at.toISOString().slice(11, 19);
}

const notSentMost = 5;
export const notSentWindowMs = 15 * 60_000;

/**
 * When to try again after a send that surely did not happen, or null to give up: at most five times in fifteen
 * minutes. The service's own wish (`Retry-After`) is honoured as long as it fits.
 */
export function nextTry(state: {
  notSent: number;
  firstNotSentAt: Date;
  now: Date;
  retryAfterS: number | null;
  random: () => number;
}): { delayMs: number } | null {
  if (state.notSent >= notSentMost) return null;
  const backoffMs = 2000 * 3 ** (state.notSent - 1) * (0.8 + 0.4 * state.random());
  const delayMs = Math.max(backoffMs, (state.retryAfterS ?? 0) * 1000);
  const leftMs = notSentWindowMs - (state.now.getTime() - state.firstNotSentAt.getTime());
  return delayMs < leftMs ? { delayMs: Math.ceil(delayMs) } : null;
}
