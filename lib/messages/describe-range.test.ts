import { expect, test } from 'vitest';
import { describeRange, roundRange } from './describe-range';
import { messagesByLanguage } from './messages';

test.each([
  [60, 200, 'usually 1–4 minutes'],
  [20, 200, 'usually at most 4 minutes'],
  [601, 2399, 'usually 10–40 minutes'],
  [4000, 20_000, 'usually 1–6 hours'],
  [100, 20_000, 'usually at most 6 hours'],
  [90_000, 400_000, 'usually 1–5 days'],
  [600, 600, 'usually at most 10 minutes'],
  [0, 0, 'usually at most 1 minute'],
])('describes %i to %i seconds', (fromS, toS, text) => {
  expect(describeRange(messagesByLanguage.en, { fromS, toS })).toBe(text);
});

test('is in the words of the language', () => {
  expect(describeRange(messagesByLanguage.de, { fromS: 600, toS: 2400 })).toBe('meist 10–40 Minuten');
});

test('never promises less than what was measured', () => {
  for (let toS = 1; toS < 1_000_000; toS = Math.ceil(toS * 1.07)) {
    for (const fromS of [0, Math.floor(toS / 3), toS]) {
      const { unitS, from, to } = roundRange({ fromS, toS });
      expect(to * unitS).toBeGreaterThanOrEqual(toS);
      expect(from * unitS).toBeLessThanOrEqual(fromS);
      expect(from).toBeLessThan(to);
    }
  }
});
