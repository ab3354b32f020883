import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, formatRelative } from './format-duration';

const s = 1000;
const min = 60 * s;
const h = 60 * min;
const d = 24 * h;
const unit: Record<string, number> = { s, min, h, d };

const parseDuration = (text: string) =>
  [...text.matchAll(/(\d+) (s|min|h|d)/g)].reduce(
    (sum, [, count, name]) => sum + Number(count) * (unit[name ?? ''] ?? NaN),
    0,
  );

describe('formatDuration', () => {
  it.each([
    [0, '0 s'],
    [999, '0 s'],
    [59 * s, '59 s'],
    [42 * min + 10 * s, '42 min'],
    [59 * min + 59 * s, '59 min'],
    [3 * h + 12 * min, '3 h 12 min'],
    [22 * h, '22 h'],
    [d + 59 * min, '1 day'],
    [d + 4 * h + 59 * min, '1 day 4 h'],
    [3 * d + 4 * h, '3 days'],
    [400 * d, '400 days'],
    [-5 * min, '0 s'],
  ])('says %d ms as "%s"', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('keeps one unit when coarse, and the seconds of minutes when precise', () => {
    expect(formatDuration(3 * h + 12 * min, 'coarse')).toBe('3 h');
    expect(formatDuration(5 * min + 42 * s, 'precise')).toBe('5 min 42 s');
    expect(formatDuration(5 * min, 'precise')).toBe('5 min');
  });

  it('rounds down by less than its smallest unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1000 * d }),
        fc.constantFrom('coarse', 'normal', 'precise'),
        (ms, grain) => {
          const rounded = parseDuration(formatDuration(ms, grain));
          expect(rounded).toBeLessThanOrEqual(ms);
          expect(ms - rounded).toBeLessThan(ms < min ? s : ms < h ? min : ms < d ? h : d);
        },
      ),
    );
  });

  it('never decreases as time passes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 * d }), fc.nat(2 * d), (ms, more) => {
        expect(parseDuration(formatDuration(ms + more))).toBeGreaterThanOrEqual(parseDuration(formatDuration(ms)));
      }),
    );
  });
});

describe('formatRelative', () => {
  it('formats past, future and now', () => {
    expect(formatRelative(0, 14 * s)).toBe('14 s ago');
    expect(formatRelative(5 * min, 0)).toBe('in 5 min');
    expect(formatRelative(0, 400)).toBe('now');
  });
});
