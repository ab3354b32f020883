import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chartHeight, chartLabels, chooseCutLabels, durationShare, layoutChart, plotWidths } from './layout-chart';

const heightsOf = (path = '') => Number(/v-([\d.]+)/.exec(path)?.[1]);
const weeks = (count: number, days = 7) =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.parse('2025-11-10') + at * days * 86_400_000).toISOString().slice(0, 10),
  );

test('puts the lines at round numbers', () => {
  const stepOf = (largest: number) => layoutChart([[largest, 0]]).lines[1]?.value;
  expect([1, 3, 9, 38, 121, 1_234].map(stepOf)).toEqual([1, 1, 5, 20, 50, 500]);
});

test('keeps every bar inside the plot', () => {
  const pairs = fc.array(fc.tuple(fc.nat(5_000), fc.nat(5_000)), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(pairs, (values) => {
      const { bars, lines } = layoutChart(values);
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(lines.length).toBeLessThanOrEqual(6);
      for (const path of bars.flatMap(({ paths }) => paths)) expect(heightsOf(path)).toBeLessThanOrEqual(chartHeight);
    }),
    { numRuns: 100 },
  );
});

test('one huge week is cut off, and the others stay readable', () => {
  const usual = Array.from({ length: 11 }, (_, at): [number, number] => [20 + at, 10]);
  const { bars, lines, isCut } = layoutChart([...usual, [2_400, 31]]);
  expect(isCut).toBe(true);
  expect(lines.at(-1)?.value).toBe(40);
  expect(bars.map(({ cut }) => cut).filter((cut) => cut.length > 0)).toEqual([[2_400]]);
  const usualHeight = heightsOf(bars[10]?.paths[0]);
  expect(usualHeight).toBeGreaterThan(chartHeight / 2);
  expect(heightsOf(bars[11]?.paths[0])).toBeGreaterThan(usualHeight);
});

test('bars are true to scale without an outlier, and when most others are empty', () => {
  expect(layoutChart([...Array.from({ length: 11 }, (): [number, number] => [20, 10]), [60, 0]]).isCut).toBe(false);
  expect(layoutChart([...Array.from({ length: 11 }, (): [number, number] => [0, 0]), [900, 0]]).isCut).toBe(false);
});

test('numbers of cut bars do not overlap: the highest has its number', () => {
  const bars = [1, 2, 3, 900, 800, 5, 6, 7, 8, 9, 1, 700].map((value) => ({ cut: value > 100 ? [value] : [] }));
  expect([...chooseCutLabels(bars)]).toEqual([3, 11]);
});

test.each([
  ['12 weeks', weeks(12)],
  ['a year', weeks(53)],
  ['30 days', weeks(30, 1)],
])('labels of %s are evenly spaced to the last bar and do not overlap', (_, days) => {
  const { ticks, months } = chartLabels(days);
  plotWidths.forEach((width, index) => {
    const slotPx = width / days.length;
    const shown = ticks.filter((tick) => tick.shown[index]).map(({ at }) => at);
    expect(shown.at(-1)).toBe(days.length - 1);
    const distances = new Set(shown.slice(1).map((at, before) => at - (shown[before] ?? 0)));
    expect(distances.size).toBe(1);
    for (const distance of distances) expect(distance * slotPx).toBeGreaterThanOrEqual(20);
    const named = months.filter((month) => month.shown[index]).map(({ at }) => at * slotPx);
    named.slice(1).forEach((px, before) => expect(px - (named[before] ?? 0)).toBeGreaterThanOrEqual(24));
    expect(named.length).toBeGreaterThanOrEqual(Math.min(6, new Set(days.map((day) => day.slice(0, 7))).size - 1));
  });
});

test('all 12 weeks have a label, also on a phone', () => {
  const { ticks } = chartLabels(weeks(12));
  expect(ticks.filter(({ shown }) => shown.every(Boolean))).toHaveLength(12);
});

test('a minute is visible beside days, and longer times have longer bars', () => {
  const share = (seconds: number) => durationShare(seconds, 3 * 86_400);
  expect(share(60)).toBeGreaterThan(0.05);
  const growing = [0, 60, 600, 3_600, 86_400, 3 * 86_400].map(share);
  expect(growing).toEqual([...growing].sort((a, b) => a - b));
  expect(new Set(growing).size).toBe(growing.length);
  expect([growing[0], growing.at(-1)]).toEqual([0, 1]);
});
