import { createTranslator } from 'next-intl';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languageFacts, languages, type Language } from '../contract/languages';
import { readMessage } from './read-message';
import { flatten } from './flatten';
import { catalogues } from './messages';
import { promises } from './testing/promises';

const english = new Map(flatten(catalogues.en));

it('has one file per language', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
  expect(files.map((name) => name.replace('.json', '')).toSorted()).toEqual(languages.toSorted());
});

/** What the glossary has other words for. */
const otherWords: Partial<Record<Language, RegExp>> = {
  de: /Umz[uü]g|Proben?\b|Werkzeug/,
  fr: /données de test/,
  es: /datos de prueba/,
  'pt-BR': /dados de teste|reversão/i,
  ja: /データ移行[はがを]作成|二重に作成/,
};

describe.each(languages)('the messages in %s', (language) => {
  const messages = flatten(catalogues[language]);
  const { locale } = languageFacts[language];

  it('have the same keys in the same order, and the same placeholders and tags, as the English ones', () => {
    expect(messages.map(([key]) => key)).toEqual([...english.keys()]);
    for (const [key, message] of messages) {
      const { placeholders, tags } = readMessage(message);
      const original = readMessage(english.get(key) ?? '');
      expect(placeholders, key).toEqual(original.placeholders);
      expect(tags, key).toEqual(original.tags);
    }
  });

  it('have the plural forms of the language, and no others', () => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    for (const [key, message] of messages) {
      for (const { name, forms } of readMessage(message).plurals) {
        const categories = forms.filter((form) => !form.startsWith('='));
        expect(categories.toSorted(), `${key}, ${name}`).toEqual(pluralCategories.toSorted());
      }
    }
  });

  it('are rendered without errors for every plural form', () => {
    const onError = (error: Error) => {
      throw error;
    };
    for (const [key, message] of messages) {
      const { placeholders, tags, plurals } = readMessage(message);
      const t = createTranslator<{ message: string }>({ locale, messages: { message }, onError });
      const chunks = Object.fromEntries(tags.map((name) => [name, (text: string) => text]));
      for (const count of plurals.length > 0 ? [0, 1, 2, 3, 11, 100, 1_000_000] : [2]) {
        const values = Object.fromEntries([...placeholders.keys()].map((name) => [name, count]));
        expect(t.markup('message', { ...values, ...chunks }), key).not.toMatch(/[{}<>]/);
      }
    }
  });

  it('say nothing of how long a step takes, which is known from history alone', () => {
    const steps = messages.filter(([key]) => key.startsWith('migration.progress.'));
    expect(
      steps.filter(([, message]) => /\bhours?\b|Stunde|heures?|\bhoras?\b|\b(uur|uren)\b|時間|ساع/.test(message)),
    ).toEqual([]);
  });

  it('promise nothing that the product does not do', () => {
    expect(messages.filter(([, message]) => promises[language].test(message))).toEqual([]);
  });

  it('use the words of the glossary', () => {
    expect(messages.filter(([, message]) => otherWords[language]?.test(message))).toEqual([]);
  });
});
