import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWarningMatcher } from './match-warning';

const rule = (id: string, kinds: string[], texts: string[] = []) => ({ id, kinds, texts });
const idOf = (rules: ReturnType<typeof rule>[], kind: string | null, text: string) =>
  createWarningMatcher(rules)({ kind, text })?.id;

describe('createWarningMatcher', () => {
  it.each(['attachment_too_large', 'Attachment too large', 'attachmentTooLarge', 'ATTACHMENT-TOO-LARGE'])(
    'finds the kind %s however it is written',
    (kind) => expect(idOf([rule('large', ['attachment_too_large'])], kind, '')).toBe('large'),
  );

  it('finds all words of one line in any order and case, and not only some of them', () => {
    const rules = [rule('email', [], ['E-Mail invalid', 'email   invalid'])];
    expect(idOf(rules, null, 'Invalid e-mail address')).toBe('email');
    expect(idOf(rules, 'other', 'INVALID EMAIL')).toBe('email');
    expect(idOf(rules, null, 'This e-mail is fine')).toBeUndefined();
  });

  it('uses the first rule that matches', () => {
    const rules = [rule('vat', [], ['VAT']), rule('field', ['field'])];
    expect(idOf(rules, 'field', 'VAT number has no match')).toBe('vat');
    expect(idOf(rules.toReversed(), 'field', 'VAT number has no match')).toBe('field');
  });

  it.each([
    ['Größe überschritten', 'GRÖSSE ÜBERSCHRITTEN'.replace('SS', 'ß'), 'de'],
    ['ファイル 大きすぎ', '添付ファイルが大きすぎます', 'ja'],
    ['файл велик', 'Файл слишком ВЕЛИК', 'ru'],
    ['الملف كبير', 'الملف كبير جدا', 'ar'],
    ['cafe\u0301', 'Le CAFÉ', 'composed letters'],
  ])('finds %s in %s (%s)', (words, text) => expect(idOf([rule('found', [], [words])], null, text)).toBe('found'));

  it('takes patterns and names of objects literally', () => {
    const rules = [rule('literal', ['constructor'], ['(a+)+$', '.*'])];
    expect(idOf(rules, null, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')).toBeUndefined();
    expect(idOf(rules, '__proto__', 'x')).toBeUndefined();
    expect(idOf(rules, 'Constructor', 'x')).toBe('literal');
    expect(idOf(rules, null, 'a literal .* here')).toBe('literal');
  });

  it('never matches empty kinds, lines of spaces, or a rule without either', () => {
    const rules = [rule('empty', ['', ' ', '___'], ['', '  \t']), rule('none', [])];
    for (const kind of [null, '', ' ', '--']) expect(idOf(rules, kind, '')).toBeUndefined();
  });

  it('does not search texts to their end', () => {
    const rules = [rule('late', [], ['needle'])];
    expect(idOf(rules, null, `needle ${'x'.repeat(10_000)}`)).toBe('late');
    expect(idOf(rules, null, `${'x'.repeat(9_000)} needle`)).toBeUndefined();
  });

  it('agrees with a plain definition for any rules and warnings', () => {
    const word = fc.constantFrom('Owner', 'NOT', 'found', 'é', '文', ' ', '.', '', 'attachment_too_large');
    const words = fc.array(word, { maxLength: 4 }).map((parts) => parts.join(' '));
    const rules = fc.array(
      fc.record({ kinds: fc.array(word, { maxLength: 2 }), texts: fc.array(words, { maxLength: 2 }) }),
      {
        maxLength: 4,
      },
    );
    const simple = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    fc.assert(
      fc.property(rules, fc.option(word), words, (given, kind, text) => {
        const expected = given.find(
          ({ kinds, texts }) =>
            (kind !== null && simple(kind) !== '' && kinds.some((one) => simple(one) === simple(kind))) ||
            texts.some((line) => {
              const parts = line.toLowerCase().split(/\s+/).filter(Boolean);
              return parts.length > 0 && parts.every((part) => text.toLowerCase().includes(part));
            }),
        );
        expect(createWarningMatcher(given)({ kind, text })).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });
});
