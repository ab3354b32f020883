import { expect, test } from 'vitest';
import es from './es.json';
import fr from './fr.json';
import ptBr from './pt-BR.json';

type Catalogue = { [key: string]: string | Catalogue };

const textsOf = (catalogue: Catalogue): string[] =>
  Object.values(catalogue).flatMap((value) => (typeof value === 'string' ? value : textsOf(value)));

test('French has non-breaking spaces before double punctuation and inside quotation marks', () => {
  expect(textsOf(fr).filter((text) => /(?<!\u00A0)[:;!?»]|«(?!\u00A0)/.test(text))).toEqual([]);
});

test('Spanish opens every question and exclamation', () => {
  const count = (text: string, mark: string) => text.split(mark).length;
  expect(
    textsOf(es).filter((text) => count(text, '¿') !== count(text, '?') || count(text, '¡') !== count(text, '!')),
  ).toEqual([]);
});

// A straight apostrophe is an escape character in ICU messages.
test('apostrophes and quotation marks are curly', () => {
  expect(textsOf({ es, fr, ptBr }).filter((text) => /['"]/.test(text))).toEqual([]);
});
