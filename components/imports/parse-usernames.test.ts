import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUsernames } from './parse-usernames';

describe('names that somebody pasted', () => {
  test('come a line each, or parted by commas, semicolons and tabs', () => {
    const text = 'ops@acme.example\r\nit@b.example, c@d.example;e@f.example\tg h';
    expect(parseUsernames(text).names).toEqual([
      'ops@acme.example',
      'it@b.example',
      'c@d.example',
      'e@f.example',
      'g h',
    ]);
  });

  test('may be a column of a spreadsheet: mark, head, quotes and blank lines are no names', () => {
    expect(parseUsernames('\uFEFFEmail\r\n"a@b.example"\r\n\r\n\'c\'\r\n')).toEqual({
      names: ['a@b.example', 'c'],
      duplicates: 0,
    });
  });

  test('count once, and the repeated are told', () => {
    expect(parseUsernames('a\nb\na\na')).toEqual({ names: ['a', 'b'], duplicates: 2 });
  });

  test('survive being written down, whatever they are', () => {
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
