export type AdmitRequest = () => boolean;

export interface RateLimitOptions {
  limit: number;
  windowMs: number;
  nowMs(): number;
}

/** Section 8. Rejected requests do not count, so a client that keeps retrying is admitted again. */
export function createSlidingRateLimit({ limit, windowMs, nowMs }: RateLimitOptions): AdmitRequest {
  const admitted: number[] = [];
  return () => {
    const now = nowMs();
    while (admitted[0] !== undefined && now - admitted[0] >= windowMs) admitted.shift();
    if (admitted.length >= limit) return false;
    admitted.push(now);
    return true;
  };
}

/** A broken rule: it admits almost twice the limit around the edge of a window. */
export function createFixedRateLimit({ limit, windowMs, nowMs }: RateLimitOptions): AdmitRequest {
  let windowStart = -Infinity;
  let count = 0;
  return () => {
    const now = nowMs();
    if (now - windowStart >= windowMs) {
      windowStart = now;
      count = 0;
    }
    count += 1;
    return count <= limit;
  };
}
