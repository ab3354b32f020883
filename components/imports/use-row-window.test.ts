import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleRows } from './use-row-window';

const lists = fc.record({
  count: fc.integer({ min: 1, max: 100_000 }),
  rowPx: fc.constantFrom(36, 92),
  heightPx: fc.integer({ min: 0, max: 3000 }),
  topPx: fc.integer({ min: -2000, max: 9_300_000 }),
});

test('renders every visible row and only a few more', () => {
  fc.assert(
    fc.property(lists, ({ count, rowPx, heightPx, topPx }) => {
      const { from, to } = visibleRows({ topPx, heightPx }, rowPx, count);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(count);
      expect(to).toBeGreaterThan(from);
      expect(to - from).toBeLessThanOrEqual(Math.ceil(heightPx / rowPx) + 26);
      const first = Math.floor(topPx / rowPx);
      const last = Math.ceil((topPx + heightPx) / rowPx) - 1;
      for (const row of [first, last]) {
        if (row < 0 || row >= count) continue;
        expect(row).toBeGreaterThanOrEqual(from);
        expect(row).toBeLessThan(to);
      }
    }),
  );
});

test('counts the rows on the screen', () => {
  expect(visibleRows({ topPx: 0, heightPx: 720 }, 36, 1000)).toEqual({
    from: 0,
    to: 32,
    firstVisible: 1,
    lastVisible: 20,
  });
  expect(visibleRows({ topPx: 3600, heightPx: 720 }, 36, 1000)).toMatchObject({ firstVisible: 101, lastVisible: 120 });
  // On a phone the list starts below the edge, so its first rows are not on the screen yet.
  expect(visibleRows({ topPx: -300, heightPx: 844 }, 92, 5)).toEqual({
    from: 0,
    to: 5,
    firstVisible: 1,
    lastVisible: 5,
  });
  expect(visibleRows({ topPx: 0, heightPx: 720 }, 36, 0)).toMatchObject({ to: 0, firstVisible: 0, lastVisible: 0 });
});
