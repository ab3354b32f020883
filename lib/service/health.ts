import type { Clock } from '../core/clock';
import { ServiceError, type ErrorCode } from '../core/errors';
import { askBreaker, closedBreaker, noteAnswer, noteFailure, notePassed, type BreakerState } from './breaker';
import type { ServiceHealth } from './service-client';

/** Refusals that concern one request say nothing about how the service is. */
const aboutTheRequest: ReadonlySet<ErrorCode> = new Set([
  'service_not_found',
  'service_invalid',
  'service_bad_request',
]);

/** How the connection to one environment stands: the breaker on our clock, and the last good and bad news. */
export function createHealth(clock: Clock) {
  let breaker: BreakerState = closedBreaker;
  let lastOkAt: Date | null = null;
  let lastError: ServiceHealth['lastError'] = null;
  const nowMs = () => clock.now().getTime();

  function refusal(): ServiceError {
    const since = breaker.state === 'closed' ? undefined : new Date(breaker.sinceMs);
    return new ServiceError('service_unreachable', {
      workDone: 'no',
      person: `The migration service has not been reachable since ${since ? sayMoment(since) : 'a moment'}. It is tried again every few seconds; nothing was sent.`,
      log: 'not tried: the breaker is open',
    });
  }

  return {
    /** Refuses at once what cannot be sent anyway, before it waits for its turn. */
    refusalNow: (): ServiceError | undefined => {
      const refused = breaker.state !== 'closed' && nowMs() < breaker.untilMs;
      return refused ? refusal() : undefined;
    },
    /** Asked right before sending; a request let through a broken line is the probe, and may take `probeMs`. */
    enter: (probeMs: number): ServiceError | undefined => {
      const asked = askBreaker(breaker, nowMs(), probeMs);
      breaker = asked.next;
      return asked.allowed ? undefined : refusal();
    },
    answered: (): void => {
      breaker = noteAnswer();
    },
    silent: (): void => {
      breaker = noteFailure(breaker, nowMs());
    },
    /** Let through, and given up without having learnt anything. */
    passed: (): void => {
      breaker = notePassed(breaker, nowMs());
    },
    noteOutcome: (error: ServiceError | undefined): void => {
      if (!error || aboutTheRequest.has(error.code)) lastOkAt = clock.now();
      else lastError = { at: clock.now(), code: error.code, person: error.person };
    },
    tell: (): ServiceHealth => ({
      state: breaker.state,
      since: breaker.state === 'closed' ? null : new Date(breaker.sinceMs),
      lastOkAt,
      lastError,
    }),
  };
}

export type Health = ReturnType<typeof createHealth>;

function sayMoment(at: Date): string {
  return `${at.toISOString().slice(11, 19)} UTC`;
}
