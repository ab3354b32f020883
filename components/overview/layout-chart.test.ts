import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutChart } from './layout-chart';

const plot = { right: 774, bottom: 160, top: 6 };

test('puts the lines at round numbers', () => {
  const stepOf = (largest: number) => layoutChart([[largest, 0]], plot).lines[1]?.value;
  expect([1, 3, 9, 38, 121, 1_234].map(stepOf)).toEqual([1, 1, 5, 20, 50, 500]);
});

test('keeps every bar inside its slot and the plot', () => {
  const pairs = fc.array(fc.tuple(fc.nat(5_000), fc.nat(5_000)), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(pairs, (values) => {
      const { bars, lines } = layoutChart(values, plot);
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
