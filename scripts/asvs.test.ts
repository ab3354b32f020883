import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** The last requirement of level 1 or 2 in each section of the standard. Within a section they are numbered from 1. */
const lastNumbers = `
  V1.1.2 V1.2.9 V1.3.11 V1.4.3 V1.5.2
  V2.1.3 V2.2.3 V2.3.4 V2.4.1
  V3.2.2 V3.3.4 V3.4.6 V3.5.5 V3.7.2
  V4.1.3 V4.2.1 V4.3.2 V4.4.4
  V5.1.1 V5.2.3 V5.3.2 V5.4.3
  V6.1.3 V6.2.12 V6.3.4 V6.4.4 V6.5.5 V6.6.3 V6.8.4
  V7.1.3 V7.2.4 V7.3.2 V7.4.5 V7.5.2 V7.6.2
  V8.1.2 V8.2.3 V8.3.1 V8.4.1
  V9.1.3 V9.2.4
  V10.1.2 V10.2.2 V10.3.4 V10.4.11 V10.5.5 V10.6.2 V10.7.3
  V11.1.2 V11.2.3 V11.3.3 V11.4.4 V11.5.1 V11.6.1
  V12.1.3 V12.2.2 V12.3.4
  V13.1.1 V13.2.5 V13.3.2 V13.4.5
  V14.1.2 V14.2.4 V14.3.3
  V15.1.3 V15.2.3 V15.3.7
  V16.1.1 V16.2.5 V16.3.4 V16.4.3 V16.5.3
  V17.1.1 V17.2.4 V17.3.2`
  .trim()
  .split(/\s+/);

const numbers = lastNumbers.flatMap((last) => {
  const [chapter, section, count] = last.split('.');
  return Array.from({ length: Number(count) }, (_, index) => `${chapter}.${section}.${index + 1}`);
});

const asvs = read('docs/asvs.md');
const cells = asvs
  .split('\n')
  .flatMap((line) => (line.startsWith('|') ? [line.split('|').map((cell) => cell.trim())] : []));
const rows = cells.flatMap(([, number = '', level = '', state = '', text = '']) =>
  /^V\d/.test(number) ? [{ number, level, state, text }] : [],
);

describe('docs/asvs.md', () => {
  test('has every requirement of levels 1 and 2 once, in order', () => {
    expect(numbers).toHaveLength(253);
    expect(rows.map(({ number }) => number)).toEqual(numbers);
  });

  test('gives each a level, a state and a text, and a file where it is met without setup', () => {
    for (const { number, level, state, text } of rows) {
      expect(level, number).toMatch(/^[12]$/);
      expect(state, number).toMatch(/^(met|not applicable|open)$/);
      expect(text, number).not.toBe('');
      if (state === 'met' && !isWithSetup(text)) expect(pathsIn(text), number).not.toEqual([]);
      if (state === 'open') expect(text, number).toContain('Missing: ');
    }
  });

  test('summarises them correctly', () => {
    const summary = Object.fromEntries(
      cells.map(([, state = '', ...counts]) => [state, counts.slice(0, 3).map(Number)]),
    );
    const count = (filter: (row: (typeof rows)[number]) => boolean) => {
      const found = rows.filter(filter);
      const ones = found.filter(({ level }) => level === '1').length;
      return [ones, found.length - ones, found.length];
    };
    for (const state of ['met', 'not applicable', 'open']) {
      expect(summary[state], state).toEqual(count((row) => row.state === state));
    }
    expect(summary['of these, with setup']).toEqual(count(({ state, text }) => state === 'met' && isWithSetup(text)));
    expect(summary['all']).toEqual(count(() => true));
    const open = rows.filter(({ state }) => state === 'open').map(({ number }) => number);
    expect(/^Open: ([^]*?)\.\n\n/m.exec(asvs)?.[1]?.split(/,\s+/)).toEqual(open);
  });
});

test.each(['docs/asvs.md', 'docs/security-inventory.md'])('%s names files that exist', (document) => {
  const paths = pathsIn(read(document));
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

function isWithSetup(text: string): boolean {
  return text.startsWith('With setup: ');
}

/** Names in backticks with a folder or a file's ending. Those that start with a slash are addresses. */
function pathsIn(text: string): string[] {
  const names = [...text.matchAll(/`([\w.()[\]/-]+)`/g)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => /^[^/]+\/|\.(ts|tsx|mjs|cjs|json|md)$/.test(name)))];
}
