import { expect, it } from 'vitest';
import { messagesByLanguage } from './messages';

it('puts sentences into one paragraph, without spaces in Japanese', () => {
  expect(messagesByLanguage.en.format.sentences(['One.', '', 'Two.'])).toBe('One. Two.');
  expect(messagesByLanguage.ja.format.sentences(['一。', '', '二。'])).toBe('一。二。');
});

it('says how long ago it was', () => {
  const { ago } = messagesByLanguage.en.format;
  const nowMs = Date.parse('2026-11-16T12:00:00Z');
  const minutesAgo = (minutes: number) => ago(new Date(nowMs - minutes * 60_000), nowMs);
  expect([0.9, 1, 61, 24 * 60].map(minutesAgo)).toEqual(['now', '1 minute ago', '1 hour ago', 'yesterday']);
  expect(messagesByLanguage.ar.format.ago(new Date(nowMs), nowMs)).toBe('الآن');
});

it.each([
  ['en', 'A, B', 'A: B', 'A (B)', 'A.'],
  ['fr', 'A, B', 'A\u00A0: B', 'A (B)', 'A.'],
  ['ja', 'A、B', 'A：B', 'A（B）', 'A。'],
  ['ar', '\u2068A\u2069، \u2068B\u2069', 'A: B', 'A (B)', 'A.'],
] as const)('joins with the punctuation of the language: %s', (language, phrases, labelled, aside, sentence) => {
  const { format } = messagesByLanguage[language];
  expect(format.phrases(['A', 'B'])).toBe(phrases);
  expect(format.labelled('A', 'B')).toBe(labelled);
  expect(format.withAside('A', 'B')).toBe(aside);
  expect(format.sentence('A')).toBe(sentence);
});
