import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../core/testing/any-text';
import { csvLine } from './csv-line';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t'=1"`],
  ['  =cmd|x', `"'  =cmd|x"`],
  ['\uFF1D1', `"'\uFF1D1"`],
  ['x;=HYPERLINK(A1)', `"x;'=HYPERLINK(A1)"`],
  ['Steps:\r\n- one\n+ two', `"Steps:\r\n'- one\n'+ two"`],
  ['a"b', '"a""b"'],
  ['a,b', '"a,b"'],
  ['plain', 'plain'],
])('%j becomes %s', (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`);
});

test('keeps numbers and empty cells', () => {
  expect(csvLine([-5, 0, null, undefined, true])).toBe('-5,0,,,true\r\n');
});

const hostileText = fc.string({ unit: fc.constantFrom(...';\t\r\n"\0 =+-@,\'x') });

test('never starts a text cell like a formula, and every line can be parsed back (500 lines)', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyText(), hostileText), { minLength: 1, maxLength: 6 }), (cells) => {
      const line = csvLine(cells);
      const read = parseLine(line);
      expect(read.map((cell) => cell.replaceAll("'", ''))).toEqual(cells.map((cell) => cell.replaceAll("'", '')));
      for (const cell of read) expect(cell).not.toMatch(/^\s*[=+\-@]/);
      // A spreadsheet with another separator splits a line inside its cells.
      for (const part of line.split(/[;\t\r\n]/).slice(1)) expect(part).not.toMatch(/^["\s\u0000]*[=+\-@]/);
    }),
    { numRuns: 500 },
  );
});

/** An independent RFC 4180 parser. */
function parseLine(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  const body = line.slice(0, -2);
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at] ?? '';
    if (quoted && character === '"' && body[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') quoted = !quoted;
    else if (character === ',' && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}
