import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tagsBodySchema } from './imports';
import { maxTagLength, normaliseTag, normaliseTags, tagProblem } from './tag-rules';

const anyTag = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('VIP', 'İ', 'ﬁ'),
);

describe('tags', () => {
  test('are the same tag after they were normalised once', () => {
    fc.assert(
      fc.property(
        anyTag.filter((tag) => tagProblem(tag) === undefined),
        (tag) => {
          const normalised = normaliseTag(tag);
          expect(tagProblem(normalised)).toBeUndefined();
          expect(normaliseTag(normalised)).toBe(normalised);
          expect(normaliseTag(`  ${tag} `)).toBe(normalised);
          expect(normalised).toBe(normalised.trim());
          expect([...normalised].length).toBeLessThanOrEqual(maxTagLength);
          expect(normalised).not.toMatch(/[\u0000-\u001f\u007f,]/);
        },
      ),
    );
  });

  test('are each stored once, whatever their order and case', () => {
    const ascii = fc.string({ unit: fc.constantFrom('a', 'B', 'c', ' '), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(ascii), (tags) => {
        const once = normaliseTags(tags);
        expect(normaliseTags([...tags].reverse().map((tag) => tag.toUpperCase()))).toEqual(once);
        expect(new Set(once).size).toBe(once.length);
        expect(once).toEqual([...once].sort());
      }),
    );
  });

  test.each([
    ['', 'Enter a tag'],
    [' \u200b ', 'Enter a tag'],
    ['a\nb', 'Must not contain control characters'],
    ['a\u0000', 'Must not contain control characters'],
    ['\ud800', 'Must not contain control characters'],
    ['a, b', 'Must not contain a comma'],
    ['x'.repeat(41), 'At most 40 characters'],
  ])('are refused: %j', (tag, problem) => {
    expect(tagProblem(tag)).toBe(problem);
    const parsed = tagsBodySchema.safeParse({ add: ['vip', tag] });
    expect(parsed.error?.issues[0]).toMatchObject({ path: ['add', 1], message: problem });
  });

  test('cannot be changed without naming one', () => {
    expect(tagsBodySchema.safeParse({ tags: ['vip'] }).error?.issues[0]).toMatchObject({ path: ['add'] });
    expect(tagsBodySchema.safeParse({ remove: ['vip'] }).success).toBe(true);
  });

  test('may have any letters, and 40 of them', () => {
    expect(tagsBodySchema.safeParse({ add: ['👩‍💻', 'çà'.normalize('NFD'), 'x'.repeat(40)] }).success).toBe(true);
  });
});
