import { expect, test } from 'vitest';
import { cleanValue, joinOnLine } from './clean-value';

test('puts a value on one line and keeps its non-breaking spaces', () => {
  expect(cleanValue(' \u00A0Prêt\u00A0?\r\n\t1\u202F000\u2028 \u0000oui\u00A0', 100)).toBe(
    'Prêt\u00A0? 1\u202F000 oui',
  );
});

test('closes an isolate that is cut', () => {
  expect(joinOnLine(['abc ', '\u2068defg\u2069', ' h'], 8)).toBe('abc \u2068de…\u2069');
  expect(joinOnLine(['a ', '\u2068b\u2069', ' cdefg'], 9)).toBe('a \u2068b\u2069 cd…');
});
