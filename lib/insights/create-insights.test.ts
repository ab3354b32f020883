import fc from 'fast-check';
import { expect, test } from 'vitest';
import { periods } from '../contract/overview';
import { projectPace } from './month-pace';
import { buildBars, periodStart } from './create-insights';

const when = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });

test('bars have no gaps or overlaps from the start of the period to today', () => {
  fc.assert(
    fc.property(when, fc.constantFrom(...periods), (now, period) => {
      const bars = buildBars(period, now, { started: [], completed: [] });
      const { from, unit } = periodStart(period, now);
      expect(bars[0]?.from).toBe(from.toISOString().slice(0, 10));
      expect(bars).toHaveLength(period === '30d' ? 30 : period === '12w' ? 12 : 52);
      for (const [at, bar] of bars.entries()) {
        const next = bars[at + 1];
        expect(bar.current).toBe(next === undefined);
        if (unit === 'week') expect(new Date(bar.from).getUTCDay()).toBe(1);
        if (next) expect(Date.parse(next.from) - Date.parse(bar.to)).toBe(86_400_000);
      }
      const today = now.toISOString().slice(0, 10);
      const last = bars.at(-1);
      expect(last && last.from <= today && today <= last.to).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('projects the day the budget runs out when it is within the month', () => {
  const now = new Date('2026-11-12T00:00:00Z');
  expect(projectPace({ used: 52, limit: 120, now })).toEqual({ usedUpOn: '2026-11-26', byMonthEnd: 142 });
  expect(projectPace({ used: 10, limit: 120, now })).toEqual({ usedUpOn: null, byMonthEnd: 27 });
  expect(projectPace({ used: 120, limit: 120, now }).usedUpOn).toBeNull();
  expect(projectPace({ used: 0, limit: 120, now })).toEqual({ usedUpOn: null, byMonthEnd: 0 });
});

test('does not project from the first two days, nor a day in the past', () => {
  expect(projectPace({ used: 9, limit: 10, now: new Date('2026-11-02T00:00:00Z') })).toEqual({
    usedUpOn: null,
    byMonthEnd: 9,
  });
  fc.assert(
    fc.property(when, fc.nat(300), fc.option(fc.integer({ min: 1, max: 300 })), (now, used, limit) => {
      const { usedUpOn } = projectPace({ used, limit, now });
      if (usedUpOn === null) return;
      expect(usedUpOn >= now.toISOString().slice(0, 10)).toBe(true);
      expect(usedUpOn.slice(0, 7)).toBe(now.toISOString().slice(0, 7));
    }),
    { numRuns: 200 },
  );
});
