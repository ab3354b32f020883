import { expect, test } from 'vitest';
import { languages, type Language } from '../contract/languages';
import { flatten } from './flatten';
import { catalogues } from './messages';

const textsOf = (language: Language) => flatten(catalogues[language]).map(([, text]) => text);

/** Without what is syntax of ICU or an example, so that only what readers see is left. */
const proseOf = (language: Language) =>
  textsOf(language).map((text) => text.replaceAll(/\{\w+, (plural|number),?|[\w.]+@[\w.]+|\w+\.example/g, '{'));

test('French has non-breaking spaces before double punctuation and inside quotation marks', () => {
  expect(textsOf('fr').filter((text) => /(?<!\u00A0)(?:[;!?»]|:(?!\S))|«(?!\u00A0)/.test(text))).toEqual([]);
});

test('Spanish opens every question and exclamation, and addresses the reader as tú', () => {
  const count = (text: string, mark: string) => text.split(mark).length;
  const texts = textsOf('es');
  expect(
    texts.filter((text) => count(text, '¿') !== count(text, '?') || count(text, '¡') !== count(text, '!')),
  ).toEqual([]);
  expect(texts.filter((text) => /\b(usted|suy[oa]s?|póngase|inténtelo|contáctenos)\b/i.test(text))).toEqual([]);
});

test('Japanese has full-width punctuation and no spaces beside Latin words', () => {
  const japanese = '[\\u3000-\\u9FFF\\uFF00-\\uFFEF]';
  const wrong = new RegExp(`[,;:!?()]|${japanese}[.]|${japanese} [\\w<]|[\\w>] ${japanese}`);
  expect(proseOf('ja').filter((text) => wrong.test(text))).toEqual([]);
});

test('Arabic has its own comma, semicolon and question mark', () => {
  expect(proseOf('ar').filter((text) => /[,;?]/.test(text))).toEqual([]);
});

test('Dutch says je, German says Sie', () => {
  expect(textsOf('nl').filter((text) => /\b(u|uw)\b/i.test(text))).toEqual([]);
  expect(textsOf('de').filter((text) => /\b(du|dich|dir|dein\w*)\b/i.test(text))).toEqual([]);
});

// A straight apostrophe is an escape character in ICU messages.
test.each(languages)('%s has curly apostrophes and quotation marks', (language) => {
  expect(textsOf(language).filter((text) => /['"]/.test(text))).toEqual([]);
});
