import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../core/errors';
import { classifyAnswer, classifyFailure, nextRetry, notSentWindowMs } from './classify-outcome';

const at = new Date('2026-11-12T14:02:11Z');

const failure = (upstreamStatus: number | undefined, workDone: 'no' | 'maybe' | 'yes') =>
  new ServiceError('service_failed', { workDone, upstreamStatus });

describe('classifying the response', () => {
  test('a complete 2xx is confirmed, and reports when the service answered, not that it was paid', () => {
    const { outcome, explanation } = classifyAnswer(200, at);
    expect(outcome).toBe('confirmed');
    expect(explanation).toBe('Confirmed by the service at 14:02:11 UTC.');
  });

  test.each([
    ['a 404', failure(404, 'no'), 'refused'],
    ['a 401', failure(401, 'no'), 'refused'],
    ['a 422', failure(422, 'no'), 'refused'],
    ['a 409', failure(409, 'no'), 'refused'],
    ['a 429', failure(429, 'no'), 'not_sent'],
    ['a refused connection', failure(undefined, 'no'), 'not_sent'],
    ['a timeout', failure(undefined, 'maybe'), 'unknown'],
    ['a reset after bytes left', failure(undefined, 'maybe'), 'unknown'],
    ['a 500', failure(500, 'maybe'), 'unknown'],
    ['a 503', failure(503, 'maybe'), 'unknown'],
    ['a 302', failure(302, 'maybe'), 'unknown'],
    ['a 200 cut short', failure(200, 'maybe'), 'unknown'],
    ['an error of ours', new TypeError('oops'), 'unknown'],
  ])('%s maps to the expected state', (_name, error, outcome) => {
    expect(classifyFailure(error, at).outcome).toBe(outcome);
  });

  test('confirms only a complete response', () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 100, max: 599 }), { nil: undefined }),
        fc.constantFrom('no' as const, 'maybe' as const, 'yes' as const),
        (status, workDone) => {
          expect(classifyFailure(failure(status, workDone), at).outcome).not.toBe('confirmed');
        },
      ),
    );
  });

  test('never retries a call that may have been carried out', () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 100, max: 599 }), { nil: undefined }).filter((s) => s !== 429),
        fc.constantFrom('maybe' as const, 'yes' as const),
        (status, workDone) => {
          expect(classifyFailure(failure(status, workDone), at).outcome).not.toBe('not_sent');
        },
      ),
    );
  });
});

describe('retrying a call that was not sent', () => {
  test('retries at most five times within fifteen minutes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 20 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (waits, random) => {
          let now = at.getTime();
          let notSent = 0;
          for (const retryAfterS of waits) {
            notSent += 1;
            const next = nextRetry({
              notSent,
              firstNotSentAt: at,
              now: new Date(now),
              retryAfterS,
              random: () => random,
            });
            if (!next) break;
            expect(next.delayMs).toBeGreaterThanOrEqual(retryAfterS * 1000);
            now += next.delayMs;
          }
          expect(notSent).toBeLessThanOrEqual(5);
          expect(now - at.getTime()).toBeLessThanOrEqual(notSentWindowMs);
        },
      ),
    );
  });
});
