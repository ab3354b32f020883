import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockedMs,
  checkBreaker,
  closedBreaker,
  recordSuccess,
  recordFailure,
  recordInconclusive,
  type BreakerState,
} from './circuit-breaker';
import { retryDelayMs } from './call-service';
import { readRetryAfterS } from './service-errors';

describe('retry delay', () => {
  it('respects Retry-After, the remaining time and the maximum attempts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 0, max: 30_000 }),
        fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, remainingMs, retryAfterMs, chance) => {
          const delayMs = retryDelayMs({ attempt, remainingMs, retryAfterMs }, () => chance);
          if (attempt >= 4) expect(delayMs).toBeUndefined();
          if (delayMs === undefined) return;
          expect(delayMs).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
          expect(delayMs).toBeLessThan(remainingMs);
          expect(delayMs).toBeLessThanOrEqual((retryAfterMs ?? 0) + 2_000);
        },
      ),
    );
  });

  it('is random up to a limit that doubles', () => {
    const most = [1, 2, 3].map((attempt) => retryDelayMs({ attempt, remainingMs: 60_000 }, () => 0.9999));
    expect(most).toEqual([200, 400, 800]);
    expect(retryDelayMs({ attempt: 1, remainingMs: 60_000 }, () => 0)).toBe(0);
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-12T09:00:00Z');
  it.each<[string | string[] | undefined, number | undefined]>([
    ['0', 0],
    ['3', 3],
    [' 120 ', 120],
    ['1.5', 2],
    [['7', '9'], 7],
    ['Thu, 12 Nov 2026 09:00:30 GMT', 30],
    ['Thursday, 12-Nov-26 09:00:30 GMT', 30],
    ['Thu Nov 12 09:00:30 2026 GMT', 30],
    ['Thu, 12 Nov 2026 08:00:00 GMT', 0],
    ['999999999', 86_400],
    ['Fri, 12 Nov 2027 09:00:30 GMT', 86_400],
    ['2026-11-12T09:00:30Z', 30],
    ['2026-11-12T10:00:30+01:00', 30],
    [String(Date.parse('2026-11-12T09:00:30Z') / 1000), 30],
    ['-5', undefined],
    ['soon', undefined],
    ['', undefined],
    ['2026', 2_026],
    ['1e3', undefined],
    [undefined, undefined],
  ])('%j is %s seconds', (header, seconds) => {
    expect(readRetryAfterS(header, now)).toBe(seconds);
  });
});

describe('circuit breaker', () => {
  const fail = (breaker: BreakerState, ...atMs: number[]) =>
    atMs.reduce((state, at) => recordFailure(state, at), breaker);
  const opened = fail(closedBreaker, 0, 1, 2, 3, 4);

  it('opens after five failures within the window only', () => {
    expect(fail(closedBreaker, 0, 1, 2, 3).state).toBe('closed');
    expect(opened).toMatchObject({ state: 'open', sinceMs: 0, untilMs: 4 + 5_000 });
    expect(fail(closedBreaker, 0, 10_000, 20_000, 30_001, 40_002, 50_003).state).toBe('closed');
    expect(fail(recordSuccess(), 5, 6, 7, 8).state).toBe('closed');
  });

  it('lets one probe through, which closes it or doubles the open time', () => {
    expect(checkBreaker(opened, 5_000 + 3, 10_000).allowed).toBe(false);
    const probe = checkBreaker(opened, 5_000 + 4, 10_000);
    expect(probe).toMatchObject({ allowed: true, next: { state: 'half_open' } });
    expect(checkBreaker(probe.next, 5_000 + 5, 10_000).allowed).toBe(false);
    const long = checkBreaker(opened, 10_000, 120_000).next;
    expect([10_000, 129_999, 130_000].map((atMs) => blockedMs(long, atMs))).toEqual([120_000, 1, 0]);
    expect(recordSuccess()).toEqual(closedBreaker);
    expect(fail(probe.next, 20_000)).toMatchObject({
      state: 'open',
      sinceMs: 0,
      untilMs: 20_000 + 2 * 5_000,
    });
  });

  it('allows another probe after a lost or aborted one', () => {
    const probe = checkBreaker(opened, 60_000, 10_000).next;
    expect(checkBreaker(probe, 69_999, 10_000).allowed).toBe(false);
    expect(checkBreaker(probe, 70_000, 10_000).allowed).toBe(true);
    expect(checkBreaker(recordInconclusive(probe, 61_000), 61_000, 10_000).allowed).toBe(true);
    expect(recordInconclusive(closedBreaker, 1)).toEqual(closedBreaker);
  });

  it('allows a probe after the clock was set back', () => {
    expect(blockedMs(opened, -3_600_000)).toBe(0);
    expect(checkBreaker(opened, -3_600_000, 10_000).allowed).toBe(true);
  });

  it('is never open longer than a minute and closes on any response, for any sequence of events', () => {
    const events = fc.array(
      fc.tuple(fc.constantFrom('ask', 'fail', 'answer', 'pass'), fc.integer({ min: 0, max: 90_000 })),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(events, (course) => {
        let breaker: BreakerState = closedBreaker;
        let nowMs = 0;
        for (const [event, passedMs] of course) {
          nowMs += passedMs;
          if (event === 'ask') {
            const checked = checkBreaker(breaker, nowMs, 10_000);
            if (!checked.allowed) expect(checkBreaker(breaker, nowMs + 60_000, 10_000).allowed).toBe(true);
            breaker = checked.next;
          } else if (event === 'fail') breaker = recordFailure(breaker, nowMs);
          else if (event === 'pass') breaker = recordInconclusive(breaker, nowMs);
          else {
            breaker = recordSuccess();
            expect(checkBreaker(breaker, nowMs, 10_000).allowed).toBe(true);
          }
          if (breaker.state === 'closed') expect(breaker.failedAtMs.length).toBeLessThan(5);
        }
      }),
    );
  });
});
