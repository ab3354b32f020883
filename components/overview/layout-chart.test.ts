import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutChart } from './layout-chart';

const plot = { right: 774, bottom: 160, top: 6 };

test('draws its lines at round numbers', () => {
  const stepOf = (largest: number) => layoutChart([[largest, 0]], plot).lines[1]?.value;
  expect([1, 3, 9, 38, 121, 1_234].map(stepOf)).toEqual([1, 1, 5, 20, 50, 500]);
});

test('no bar leaves its slot or the plot, and the tallest is under the top line', () => {
  const pairs = fc.array(fc.tuple(fc.nat(5_000), fc.nat(5_000)), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(pairs, (given) => {
      const { bars, lines } = layoutChart(given, plot);
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(lines.length).toBeLessThanOrEqual(6);
      for (const bar of bars) {
        expect(bar.x).toBeGreaterThanOrEqual(bar.slotX - 0.1);
        expect(bar.x + 2 * bar.width + bar.gap).toBeLessThanOrEqual(bar.slotX + bar.slotWidth + 0.3);
        for (const height of bar.heights) expect(height).toBeLessThanOrEqual(plot.bottom - plot.top + 0.1);
      }
    }),
    { numRuns: 100 },
  );
});
