/**
 * The circuit breaker as a pure state machine: it keeps a dead service from costing every page its deadline. It opens
 * after some failures in a row within a window, lets one probe through after a while, and closes on any answer. Only
 * failures to get an answer count; a refusal is an answer.
 */
const mostFailures = 5;
const windowMs = 30_000;
const firstOpenMs = 5_000;
/** Each failed probe doubles the wait, up to this. */
const longestOpenMs = 60_000;

export type BreakerState =
  | { readonly state: 'closed'; readonly failedAtMs: readonly number[] }
  | { readonly state: 'open'; readonly sinceMs: number; readonly untilMs: number; readonly openMs: number }
  /** The probe has until `untilMs`; if nothing is heard of it by then, another may go. */
  | { readonly state: 'half_open'; readonly sinceMs: number; readonly untilMs: number; readonly openMs: number };

export const closedBreaker: BreakerState = { state: 'closed', failedAtMs: [] };

/** Whether a request may go now, and the state after asking. `probeMs` is how long a probe may take. */
export function checkBreaker(
  breaker: BreakerState,
  nowMs: number,
  probeMs: number,
): { allowed: boolean; next: BreakerState } {
  if (breaker.state === 'closed') return { allowed: true, next: breaker };
  if (nowMs < breaker.untilMs) return { allowed: false, next: breaker };
  const { sinceMs, openMs } = breaker;
  return { allowed: true, next: { state: 'half_open', sinceMs, untilMs: nowMs + probeMs, openMs } };
}

export function recordSuccess(): BreakerState {
  return closedBreaker;
}

export function recordFailure(breaker: BreakerState, nowMs: number): BreakerState {
  switch (breaker.state) {
    case 'closed': {
      const recent = [...breaker.failedAtMs, nowMs].filter((atMs) => nowMs - atMs <= windowMs);
      const [firstMs] = recent;
      if (firstMs === undefined || recent.length < mostFailures) return { state: 'closed', failedAtMs: recent };
      return { state: 'open', sinceMs: firstMs, untilMs: nowMs + firstOpenMs, openMs: firstOpenMs };
    }
    case 'half_open': {
      const openMs = Math.min(longestOpenMs, breaker.openMs * 2);
      return { state: 'open', sinceMs: breaker.sinceMs, untilMs: nowMs + openMs, openMs };
    }
    // Requests that were under way when it opened fail late and say nothing new.
    case 'open':
      return breaker;
  }
}

/** A probe that was given up, or never left, has shown nothing: the next request may be the probe at once. */
export function recordInconclusive(breaker: BreakerState, nowMs: number): BreakerState {
  return breaker.state === 'half_open' ? { ...breaker, state: 'open', untilMs: nowMs } : breaker;
}
