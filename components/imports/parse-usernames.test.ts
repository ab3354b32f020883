import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUsernames } from './parse-usernames';

describe('parseUsernames', () => {
  test('splits at line breaks, commas, semicolons and tabs', () => {
    const text = 'ops@acme.example\r\nit@b.example, c@d.example;e@f.example\tg h';
    expect(parseUsernames(text).names).toEqual([
      'ops@acme.example',
      'it@b.example',
      'c@d.example',
      'e@f.example',
      'g h',
    ]);
  });

  test('ignores the byte order mark, heading, quotes and blank lines of a spreadsheet column', () => {
    expect(parseUsernames('\uFEFFEmail\r\n"a@b.example"\r\n\r\n\'c\'\r\n')).toEqual({
      names: ['a@b.example', 'c'],
      duplicates: 0,
    });
  });

  test('removes and counts duplicates', () => {
    expect(parseUsernames('a\nb\na\na')).toEqual({ names: ['a', 'b'], duplicates: 2 });
  });

  test('returns all names of a joined list', () => {
    const name = fc.stringMatching(/^[^\s,;"'\uFEFF][^\r\n,;\t"'\uFEFF]{0,30}$/).map((text) => text.trim());
    const names = fc.uniqueArray(
      name.filter((text) => text !== ''),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(names, (all) => {
        expect(parseUsernames(['username', ...all].join('\n')).names).toEqual(all);
      }),
      { numRuns: 200 },
    );
  });
});
