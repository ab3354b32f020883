import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWarningMatcher } from './match-warning';
import { patternWords, warningLabel, warningPattern } from './warning-pattern';

describe('warningPattern', () => {
  it.each([
    ['Attachment hull-survey-2025.zip over 20 MB, left out', 'Attachment … over … MB, left out'],
    ['Custom field "Contract tier" has no match', 'Custom field … has no match'],
    ['Feld „Vertrag“ hat keine Entsprechung', 'Feld … hat keine …'],
    ['Author d.osei not found, filed under the owner', 'Author … not found, filed under the owner'],
    ['Owner Maria Lindqvist not found', 'Owner … not found'],
    ['E-mail jane@acme.example is not valid', 'E-mail … is not valid'],
    ['Ticket 8f14e45f-ceea-4e7b skipped', 'Ticket … skipped'],
    ['See https://old.example/t/12?x=1 for more', 'See … for more'],
    ["User 'jane doe' has no account", 'User … has no account'],
    ['HTML trimmed to text', 'HTML trimmed to text'],
    ["The item's owner left. Another one is set", "The item's owner left. Another one is set"],
    ['', ''],
  ])('turns %s into %s', (text, expected) => expect(warningPattern(text)).toBe(expected));

  it('never contains a number or an address, however the text is built', () => {
    const part = fc.constantFrom(
      'item',
      '"',
      "'",
      '„',
      '“',
      '(',
      ')',
      '12',
      'a1b2',
      'jane@x.example',
      'x.pdf',
      '…',
      '.',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), fc.constantFrom(' ', '', '  '), (parts, space) => {
        const pattern = warningPattern(parts.join(space));
        expect(pattern).not.toMatch(/[\d@]/);
        expect(pattern.length).toBeLessThanOrEqual(200);
        expect(pattern.isWellFormed()).toBe(true);
      }),
    );
  });

  it('finishes on hostile texts', () => {
    for (const text of [
      '"'.repeat(10_000),
      '„'.repeat(10_000),
      '… '.repeat(10_000),
      '😀'.repeat(10_000),
      "'a ".repeat(9999),
    ]) {
      expect(warningPattern(text).length).toBeLessThanOrEqual(200);
    }
  });
});

describe('patternWords', () => {
  it.each([
    'Attachment hull-survey-2025.zip over 20 MB, left out',
    'Custom field "Contract tier" has no match',
    "The item's owner left. Another one is set!",
    'Feld „Vertrag“ (alt) hat keine Entsprechung',
  ])('gives words that find %s', (text) => {
    const words = patternWords(warningPattern(text));
    expect(createWarningMatcher([{ kinds: [], texts: [words] }])({ kind: null, text })).toBeDefined();
  });
});

describe('warningLabel', () => {
  it('is the kind in plain words, or the pattern of the text', () => {
    expect(warningLabel({ kind: 'field_without_match', text: 'x' })).toBe('Field without match');
    expect(warningLabel({ kind: null, text: 'Row 12 skipped' })).toBe('Row … skipped');
    expect(warningLabel({ kind: '', text: 'Row 12 skipped' })).toBe('Row … skipped');
  });

  it('does not show a kind that names a person', () => {
    expect(warningLabel({ kind: 'jane@acme.example', text: 'Not found' })).toBe('Not found');
  });
});
