import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../core/testing/any-text';
import { importListQuerySchema } from '../contract/imports';
import { z } from 'zod';
import { text } from '../contract/base-schemas';
import { LandfallError } from '../core/errors';
import { parseInput } from './parse-input';
import { readForm, readQuery, readSearchParams } from './read-query';

const schema = z.object({
  tags: z._default(z.array(text(50)), []),
  n: z.optional(z.number()),
  on: z._default(z.boolean(), false),
  q: z._default(text(50), 'none'),
  kind: z._default(z.enum(['a', 'b']), 'a'),
});
const read = (query: string) => parseInput(schema, readQuery(schema, query));

describe('readQuery', () => {
  test.each([
    ['tags=a&tags=b', { tags: ['a', 'b'] }],
    ['tags=a,b&tags=c', { tags: ['a', 'b', 'c'] }],
    ['tags=a%2Cb', { tags: ['a,b'] }],
    ['tags=', { tags: [] }],
    ['n=12&on=1', { n: 12, on: true }],
    ['n=-1.5&on=false', { n: -1.5, on: false }],
    ['n=&on=&kind=', {}],
    ['q=a+b%20c', { q: 'a b c' }],
    ['q=', { q: '' }],
    ['q=%E0%A4%A', { q: '%E0%A4%A' }],
    ['unknown=1&__proto__=2&constructor=3', {}],
    ['?kind=b', { kind: 'b' }],
  ])('reads %s by its schema', (query, expected) => {
    expect(read(query)).toEqual({ tags: [], on: false, q: 'none', kind: 'a', ...expected });
  });

  test.each(['n=1e3', 'n=x', 'on=maybe', 'kind=c', 'q=1&q=2', 'n=1&n=2', 'n=Infinity'])('rejects %s', (query) => {
    expect(() => read(query)).toThrow();
  });

  test('reads back whatever URLSearchParams writes (200 lists)', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 5 }), (tags) => {
        const params = new URLSearchParams(tags.map((tag) => ['status', tag]));
        const { status } = parseInput(importListQuerySchema, readQuery(importListQuerySchema, params.toString()));
        expect(status).toEqual(tags);
      }),
      { numRuns: 200 },
    );
  });

  test('never crashes on any query', () => {
    fc.assert(
      fc.property(anyText(), (query) => {
        try {
          read(query);
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid' });
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('reads searchParams of a page the same way', () => {
  const given = { tags: ['a,b', 'c'], n: '3', on: '1', env: 'sandbox', q: undefined };
  expect(parseInput(schema, readSearchParams(schema, given))).toEqual({
    tags: ['a,b', 'c'],
    n: 3,
    on: true,
    q: 'none',
    kind: 'a',
  });
});

test('takes the first of several values on a page, which cannot answer 422', () => {
  expect(parseInput(schema, readSearchParams(schema, { n: ['1', '2'], q: ['a', 'b'] }))).toMatchObject({
    n: 1,
    q: 'a',
  });
});

test('names the field with text that cannot be stored, at any depth', () => {
  const anything = z.looseObject({});
  const fieldOf = (value: unknown) => {
    try {
      parseInput(anything, value);
      return undefined;
    } catch (error) {
      return error instanceof LandfallError ? error.errors.map(({ field }) => field) : error;
    }
  };
  expect(fieldOf({ a: [{ b: 'x\0' }] })).toEqual(['a.0.b']);
  expect(fieldOf({ a: { 'k\0': 1 } })).toEqual(['a']);
  expect(fieldOf({ a: 'half \ud83d' })).toEqual(['a']);
  expect(fieldOf({ a: 'whole 😀' })).toBeUndefined();
  const deep: unknown = JSON.parse(`${'['.repeat(20_000)}"\\u0000"${']'.repeat(20_000)}`);
  expect(fieldOf({ deep })).toHaveLength(1);
});

test('counts a line break of a form as one character, as browsers do', () => {
  const sent = new URLSearchParams({ q: `${'x'.repeat(48)}\r\ny`, tags: 'a\r\nb' });
  expect(parseInput(schema, readForm(schema, sent))).toMatchObject({ q: `${'x'.repeat(48)}\ny`, tags: ['a\nb'] });
});
