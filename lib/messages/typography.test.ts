import { expect, test } from 'vitest';
import { languages, type Language } from '../contract/languages';
import { flatten } from './flatten';
import { catalogues } from './messages';

const textsOf = (language: Language) => flatten(catalogues[language]).map(([, text]) => text);

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

// A straight apostrophe is an escape character in ICU messages.
test.each(languages)('%s has curly apostrophes and quotation marks', (language) => {
  expect(textsOf(language).filter((text) => /['"]/.test(text))).toEqual([]);
});
