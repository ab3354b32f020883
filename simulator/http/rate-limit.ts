/**
 * Ten requests in any sliding second (section 8): a true log of the last second, since a fixed window lets almost
 * twenty through around its edge. A refused request does not count against the window; otherwise a client that keeps
 * knocking would never be let in again, and the document speaks of no such punishment.
 */
export interface RateLimit {
  /** False: answer 429. */
  admit(): boolean;
}

export interface RateLimitOptions {
  limit: number;
  windowMs: number;
  nowMs(): number;
}

export function createSlidingRateLimit({ limit, windowMs, nowMs }: RateLimitOptions): RateLimit {
  const admitted: number[] = [];
  return {
    admit() {
      const now = nowMs();
      while (admitted[0] !== undefined && now - admitted[0] >= windowMs) admitted.shift();
      if (admitted.length >= limit) return false;
      admitted.push(now);
      return true;
    },
  };
}

/** The usual mistake, kept as a broken rule for the conformance suite to find. */
export function createFixedRateLimit({ limit, windowMs, nowMs }: RateLimitOptions): RateLimit {
  let windowStart = -Infinity;
  let count = 0;
  return {
    admit() {
      const now = nowMs();
      if (now - windowStart >= windowMs) {
        windowStart = now;
        count = 0;
      }
      count += 1;
      return count <= limit;
    },
  };
}
