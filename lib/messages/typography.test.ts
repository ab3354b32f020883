import { expect, test } from 'vitest';
import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import ja from './ja.json';
import nl from './nl.json';
import ptBr from './pt-BR.json';

type Catalogue = { [key: string]: string | Catalogue };

const textsOf = (catalogue: Catalogue): string[] =>
  Object.values(catalogue).flatMap((value) => (typeof value === 'string' ? value : textsOf(value)));

/** Without what is syntax of ICU or an example, so that only what readers see is left. */
const proseOf = (catalogue: Catalogue): string[] =>
  textsOf(catalogue).map((text) => text.replaceAll(/\{\w+, (plural|number),?|[\w.]+@[\w.]+|\w+\.example/g, '{'));

test('French has non-breaking spaces before double punctuation and inside quotation marks', () => {
  expect(textsOf(fr).filter((text) => /(?<!\u00A0)[:;!?»]|«(?!\u00A0)/.test(text))).toEqual([]);
});

test('Spanish opens every question and exclamation', () => {
  const count = (text: string, mark: string) => text.split(mark).length;
  expect(
    textsOf(es).filter((text) => count(text, '¿') !== count(text, '?') || count(text, '¡') !== count(text, '!')),
  ).toEqual([]);
});

test('Japanese has full-width punctuation and no spaces beside Latin words', () => {
  const japanese = '[\\u3000-\\u9FFF\\uFF00-\\uFFEF]';
  const wrong = new RegExp(`[,;:!?()]|${japanese}[.]|${japanese} [\\w<]|[\\w>] ${japanese}`);
  expect(proseOf(ja).filter((text) => wrong.test(text))).toEqual([]);
});

test('Arabic has its own comma, semicolon and question mark', () => {
  expect(proseOf(ar).filter((text) => /[,;?]/.test(text))).toEqual([]);
});

test('Dutch says je, German says Sie', () => {
  expect(textsOf(nl).filter((text) => /\b(u|uw)\b/i.test(text))).toEqual([]);
  expect(textsOf(de).filter((text) => /\b(du|dich|dir|dein\w*)\b/i.test(text))).toEqual([]);
});

// A straight apostrophe is an escape character in ICU messages.
test('apostrophes and quotation marks are curly', () => {
  expect(textsOf({ ar, de, en, es, fr, ja, nl, ptBr }).filter((text) => /['"]/.test(text))).toEqual([]);
});
