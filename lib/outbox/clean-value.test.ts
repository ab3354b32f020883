import { expect, test } from 'vitest';
import { cleanValue } from './clean-value';

test('puts a value on one line and keeps its non-breaking spaces', () => {
  expect(cleanValue(' \u00A0Prêt\u00A0?\r\n\t1\u202F000\u2028 \u0000oui\u00A0', 100)).toBe(
    'Prêt\u00A0? 1\u202F000 oui',
  );
});
