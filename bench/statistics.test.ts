import { expect, it } from 'vitest';
import { alternate, compare, quantile, summarize } from './statistics';

it('summarises with quantiles that were measured, and a spread that ignores an outlier', () => {
  expect(summarize([3, 1, 2, 5, 1000])).toEqual({ p50: 3, p95: 1000, mad: 2 });
  expect(quantile([7], 0.99)).toBe(7);
});

it('compares the medians of both sides', () => {
  const row = { what: 'ours', unit: 'ms', target: { of: 'ratio', atMost: 2 } } as const;
  expect(compare(row, [1, 3, 9], { what: 'theirs', samples: [4, 4, 5] })).toEqual({
    ...row,
    measured: 3,
    spread: 2,
    counterpart: { what: 'theirs', value: 4, spread: 0 },
  });
});

it('fails without samples instead of passing with NaN', () => {
  expect(() => summarize([])).toThrow('nothing was measured');
});

it('calls the sides in turn and does not count the warm-ups', async () => {
  const order: string[] = [];
  const side = (name: string) => async (round: number) => {
    order.push(`${name}${round}`);
    return round;
  };
  const samples = await alternate({ a: side('a'), b: side('b') }, { rounds: 2, warmUps: 1 });
  expect(order).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
  expect(samples).toEqual({ a: [1, 2], b: [1, 2] });
});
