import { ServiceError } from '../core/errors';
import type { Outcome } from './decision-state-machine';

export interface ClassifiedOutcome {
  outcome: Outcome;
  answerStatus: number | null;
  /** `at` is when the response arrived. */
  explanation: string;
  retryAfterS: number | null;
  /** The service answered 404: the import is gone. */
  gone: boolean;
}

export function classifyAnswer(status: number, at: Date): ClassifiedOutcome {
  return {
    outcome: 'confirmed',
    answerStatus: status,
    explanation: `Confirmed by the service at ${formatUtcTime(at)} UTC.`,
    retryAfterS: null,
    gone: false,
  };
}

/** Anything that is not understood is unknown, never guessed. */
export function classifyFailure(error: unknown, at: Date): ClassifiedOutcome {
  const time = `${formatUtcTime(at)} UTC`;
  if (!(error instanceof ServiceError)) {
    const explanation = `Something failed on our side at ${time}, after the request was sent.`;
    return { outcome: 'unknown', explanation, answerStatus: null, retryAfterS: null, gone: false };
  }
  const answerStatus = error.upstreamStatus ?? null;
  const common = { answerStatus, retryAfterS: null, gone: false };
  const retryAfterS = error.retryAfterS ?? null;
  if (answerStatus === 429) {
    const explanation = `The service refused the decision at ${time}: too many requests (429).`;
    return { ...common, outcome: 'not_sent', explanation, retryAfterS };
  }
  if (answerStatus === 404) {
    const explanation = `The import is no longer available (the service answered 404 at ${time}).`;
    return { ...common, outcome: 'refused', explanation, gone: true };
  }
  if (answerStatus !== null && answerStatus >= 400 && answerStatus < 500) {
    const messages = error.errors.map((e) => (e.field ? `${e.field}: ${e.message}` : e.message));
    const reason = [error.userMessage, ...messages].join(' ');
    const explanation = `The service refused the decision at ${time} (status ${answerStatus}): ${reason}`;
    return { ...common, outcome: 'refused', explanation };
  }
  if (error.workDone === 'no') {
    const explanation = `Nothing was sent at ${time}: ${error.userMessage}`;
    return { ...common, outcome: 'not_sent', explanation, retryAfterS };
  }
  // A 2xx ends up here when its body was cut short.
  const explanation =
    answerStatus === null || answerStatus < 300
      ? `No complete reply by ${time}: ${error.userMessage}`
      : `The service answered ${answerStatus} at ${time}, which does not show whether it was carried out.`;
  return { ...common, outcome: 'unknown', explanation };
}

export function formatUtcTime(at: Date): string {
  return at.toISOString().slice(11, 19);
}

const maxNotSent = 5;
export const notSentWindowMs = 15 * 60_000;

/** When to retry a call that was not sent, or null to give up. Honours `Retry-After` while it fits the window. */
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
