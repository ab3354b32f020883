import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFixedRateLimit, createSlidingRateLimit, type RateLimitOptions } from './rate-limit';

const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 1_200 })), {
  maxLength: 120,
});

/** Runs arrivals against a limit of ten per second. */
function simulateArrivals(
  make: (deps: RateLimitOptions) => () => boolean,
  gapsMs: readonly number[],
): [number, boolean][] {
  let nowMs = 0;
  const admit = make({ limit: 10, windowMs: 1_000, nowMs: () => nowMs });
  return gapsMs.map((gapMs) => {
    nowMs += gapMs;
    return [nowMs, admit()];
  });
}

/** Admitted arrivals in the second that ends with the one at `index`. */
function admittedBefore(arrivals: readonly [number, boolean][], index: number): number {
  const end = arrivals[index]?.[0] ?? 0;
  return arrivals.slice(0, index).filter(([at, isAdmitted]) => isAdmitted && end - at < 1_000).length;
}

test('admits exactly ten requests in any sliding second', () => {
  fc.assert(
    fc.property(gaps, (gapsMs) => {
      const arrivals = simulateArrivals(createSlidingRateLimit, gapsMs);
      for (const [index, [, isAdmitted]] of arrivals.entries()) {
        expect(isAdmitted).toBe(admittedBefore(arrivals, index) < 10);
      }
    }),
    { numRuns: 300 },
  );
});

test('a slot is free again after exactly one second', () => {
  const burst = Array.from({ length: 10 }, () => 0);
  expect(simulateArrivals(createSlidingRateLimit, [...burst, 999, 1]).slice(10)).toEqual([
    [999, false],
    [1_000, true],
  ]);
});

test('a fixed window admits nineteen requests in a fifth of a second', () => {
  const arrivals = simulateArrivals(createFixedRateLimit, [
    0,
    850,
    ...Array.from({ length: 8 }, () => 0),
    150,
    ...Array.from({ length: 9 }, () => 0),
  ]);
  const admitted = arrivals.filter(([at, isAdmitted]) => isAdmitted && at > 0).length;
  expect(admitted).toBe(19);
});
