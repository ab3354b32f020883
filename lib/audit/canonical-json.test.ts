import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, toStorableJson } from './canonical-json';

test('returns the same text whatever the key order', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const shuffled: unknown = JSON.parse(JSON.stringify(value), (_key, item: unknown) =>
        typeof item === 'object' && item !== null && !Array.isArray(item)
          ? Object.fromEntries(Object.entries(item).reverse())
          : item,
      );
      expect(canonicalJson(toStorableJson(shuffled))).toBe(canonicalJson(toStorableJson(value)));
    }),
    { numRuns: 300 },
  );
});

test('returns JSON that parses back to the value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const storable = toStorableJson(value);
      expect(JSON.parse(canonicalJson(storable))).toEqual(storable);
    }),
    { numRuns: 300 },
  );
});

test('replaces what the database would reject', () => {
  expect(toStorableJson({ a: 'x\u0000y', b: '\ud800', c: Number.NaN, d: undefined, e: 10n })).toEqual({
    a: 'x\uFFFDy',
    b: '\uFFFD',
    c: null,
    e: '10',
  });
  expect(toStorableJson(new Date('2026-11-12T09:00:00Z'))).toBe('2026-11-12T09:00:00.000Z');
  expect(canonicalJson(toStorableJson(JSON.parse('{"__proto__":{"x":1}}')))).toBe('{"__proto__":{"x":1}}');
});
