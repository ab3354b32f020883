/** Pure. Error responses count as responses: only a service that does not answer opens the breaker. */
const maxFailures = 5;
const windowMs = 30_000;
const firstOpenMs = 5_000;
/** Each failed probe doubles the open time up to this. */
const maxOpenMs = 60_000;

export type BreakerState =
  | { readonly state: 'closed'; readonly failedAtMs: readonly number[] }
  | {
      /** Half open while a probe is under way. */
      readonly state: 'open' | 'half_open';
      /** The first failure. */
      readonly sinceMs: number;
      /** No request, or no other probe, is sent between these two. */
      readonly fromMs: number;
      readonly untilMs: number;
      readonly openMs: number;
    };

export const closedBreaker: BreakerState = { state: 'closed', failedAtMs: [] };

/** For how long no request may be sent. Before `fromMs` the clock was set back, and the block could last for hours. */
export function blockedMs(breaker: BreakerState, nowMs: number): number {
  if (breaker.state === 'closed' || nowMs < breaker.fromMs) return 0;
  return Math.max(0, breaker.untilMs - nowMs);
}

/** `probeMs` is how long a probe may take. */
export function checkBreaker(
  breaker: BreakerState,
  nowMs: number,
  probeMs: number,
): { allowed: boolean; next: BreakerState } {
  if (breaker.state === 'closed') return { allowed: true, next: breaker };
  if (blockedMs(breaker, nowMs) > 0) return { allowed: false, next: breaker };
  const { sinceMs, openMs } = breaker;
  return { allowed: true, next: { state: 'half_open', sinceMs, fromMs: nowMs, untilMs: nowMs + probeMs, openMs } };
}

export function recordSuccess(): BreakerState {
  return closedBreaker;
}

export function recordFailure(breaker: BreakerState, nowMs: number): BreakerState {
  switch (breaker.state) {
    case 'closed': {
      const recent = [...breaker.failedAtMs, nowMs].filter((atMs) => nowMs - atMs <= windowMs);
      const [firstMs] = recent;
      if (firstMs === undefined || recent.length < maxFailures) return { state: 'closed', failedAtMs: recent };
      return { state: 'open', sinceMs: firstMs, fromMs: nowMs, untilMs: nowMs + firstOpenMs, openMs: firstOpenMs };
    }
    case 'half_open': {
      const openMs = Math.min(maxOpenMs, breaker.openMs * 2);
      return { state: 'open', sinceMs: breaker.sinceMs, fromMs: nowMs, untilMs: nowMs + openMs, openMs };
    }
    // A request sent before the breaker opened.
    case 'open':
      return breaker;
  }
}

/** An aborted probe proves nothing, so the next request may be the probe. */
export function recordInconclusive(breaker: BreakerState, nowMs: number): BreakerState {
  return breaker.state === 'half_open' ? { ...breaker, state: 'open', untilMs: nowMs } : breaker;
}
