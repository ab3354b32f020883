import type { Clock } from '../../core/clock';
import { ServiceError, type ErrorCode } from '../../core/errors';
import {
  blockedMs,
  checkBreaker,
  closedBreaker,
  recordSuccess,
  recordFailure,
  recordInconclusive,
  type BreakerState,
} from './circuit-breaker';
import type { ServiceHealth } from '../service-client';

/** Errors about a single request, which do not make the service unhealthy. */
const requestErrorCodes: ReadonlySet<ErrorCode> = new Set([
  'service_not_found',
  'service_invalid',
  'service_bad_request',
]);

/** Longer than the pauses of the poller. After that, other instances may have had replies. */
const maxGapMs = 30 * 60_000;

/** Circuit breaker, last success and last error of one environment. */
export function createServiceHealth(clock: Clock) {
  let breaker: BreakerState = closedBreaker;
  let lastOkAt: Date | null = null;
  let lastError: ServiceHealth['lastError'] = null;
  let unanswered: ServiceHealth['unanswered'] = null;
  const nowMs = () => clock.now().getTime();

  function breakerOpenError(): ServiceError {
    const since = breaker.state === 'closed' ? undefined : new Date(breaker.sinceMs);
    return new ServiceError('service_unreachable', {
      workDone: 'no',
      userMessage: `The migration service has not been reachable${since ? ` since ${formatTime(since)}` : ''}. We try again every few seconds. Nothing was sent.`,
      logMessage: 'not tried: the breaker is open',
    });
  }

  return {
    /** Checked before waiting for the budget. */
    currentError: (): ServiceError | undefined => (blockedMs(breaker, nowMs()) > 0 ? breakerOpenError() : undefined),
    /** Called right before sending. With an open breaker the request becomes the probe. */
    beginRequest: (probeMs: number): ServiceError | undefined => {
      const checked = checkBreaker(breaker, nowMs(), probeMs);
      breaker = checked.next;
      return checked.allowed ? undefined : breakerOpenError();
    },
    recordResponse: (): void => {
      breaker = recordSuccess();
      unanswered = null;
    },
    recordNoResponse: (): void => {
      breaker = recordFailure(breaker, nowMs());
      const at = clock.now();
      const before = unanswered && at.getTime() - unanswered.lastAt.getTime() <= maxGapMs ? unanswered : null;
      unanswered = { firstAt: before?.firstAt ?? at, lastAt: at };
    },
    recordInconclusive: (): void => {
      breaker = recordInconclusive(breaker, nowMs());
    },
    recordOutcome: (error: ServiceError | undefined): void => {
      if (!error || requestErrorCodes.has(error.code)) lastOkAt = clock.now();
      else lastError = { at: clock.now(), code: error.code, userMessage: error.userMessage };
    },
    snapshot: (): ServiceHealth => ({
      state: breaker.state,
      since: breaker.state === 'closed' ? null : new Date(breaker.sinceMs),
      lastOkAt,
      lastError,
      unanswered,
    }),
  };
}

export type HealthTracker = ReturnType<typeof createServiceHealth>;

function formatTime(at: Date): string {
  return `${at.toISOString().slice(11, 19)} UTC`;
}
