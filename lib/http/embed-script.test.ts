import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { languages } from '../contract/languages';
import { messagesByLanguage } from '../messages/messages';

const script = readFileSync(new URL('../../public/embed.js', import.meta.url), 'utf8');

it('is smaller than 3 kB', () => {
  expect(gzipSync(script, { level: 9 }).length).toBeLessThan(3000);
});

it('needs no other script', () => {
  expect(script).not.toMatch(/^\s*(import|export)\b|\bimport\(|eval\(|innerHTML/m);
});

it.each(languages)('has the text of its link in %s', (language) => {
  const text = messagesByLanguage[language].t('start.openNewTab');
  expect(script).toContain(`  ${language.slice(0, 2)}: '${text}',\n`);
});
