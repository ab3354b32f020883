import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDurationRange } from './format-duration-range';

const minute = 60;
const hour = 3600;
const day = 86_400;

test('formats an exact duration with the seconds of minutes', () => {
  expect(formatDurationRange(13 * minute + 52, 13 * minute + 52)).toBe('13 min 52 s');
  expect(formatDurationRange(45, 45)).toBe('45 s');
});

test('names the shared units of a range once', () => {
  expect(formatDurationRange(30 * minute, 45 * minute)).toBe('30 to 45 min');
  expect(formatDurationRange(15 * hour + 35 * minute, 15 * hour + 50 * minute)).toBe('15 h 35 to 50 min');
  expect(formatDurationRange(50 * minute, hour + 5 * minute)).toBe('50 min to 1 h 5 min');
  expect(formatDurationRange(hour + 50 * minute, 2 * hour + 5 * minute)).toBe('1 h 50 min to 2 h 5 min');
  expect(formatDurationRange(day + 4 * hour + 60, day + 4 * hour + 900)).toBe('1 day 4 h');
  expect(formatDurationRange(2 * day, 3 * day)).toBe('2 to 3 days');
  expect(formatDurationRange(day, 3 * day)).toBe('1 day to 3 days');
});

test('gives only a minimum when the start is unknown', () => {
  expect(formatDurationRange(3 * hour, null)).toBe('at least 3 h');
});

test('always contains both ends of a range', () => {
  fc.assert(
    fc.property(fc.nat(20 * day), fc.nat(3 * day), (least, more) => {
      const text = formatDurationRange(least, least + more);
      expect(text).toMatch(/^\d+( (s|min|h|days?))?( \d+)?( (s|min|h))?( to \d+ (s|min|h|days?)( \d+ (s|min|h))?)?$/);
      if (text.includes(' to ')) expect(more).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});
