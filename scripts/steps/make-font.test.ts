import { readFileSync, statSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { languages } from '../../lib/contract/languages';
import { charactersIn, fontFile, fontRange, makeFont } from './make-font';

test('the font that every page loads is at most 20 kB', () => {
  expect(statSync(fontFile).size).toBeLessThanOrEqual(20_000);
});

test.runIf(inject('fullSize'))('the font file is what `npm run font` makes', async () => {
  expect(readFileSync(fontFile).equals(await makeFont())).toBe(true);
});

test('the layout states the characters of the font, so that others load their own file', () => {
  expect(readFileSync('app/layout.tsx', 'utf8').replace(/\s+/g, ' ')).toContain(`value: '${fontRange}'`);
});

test('texts for customers need no other font file', () => {
  // Japanese and Arabic have fonts of the system.
  const texts = languages
    .filter((language) => language !== 'ja' && language !== 'ar')
    .map((language) => readFileSync(`lib/messages/${language}.json`, 'utf8'))
    .join('');
  const characters = new Set(charactersIn(fontRange));
  expect([...new Set(texts)].filter((character) => character !== '\n' && !characters.has(character))).toEqual([]);
});
