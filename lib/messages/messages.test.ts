import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { languages } from '../contract/start';
import { chooseLanguage } from './choose-language';
import de from './de.json';
import en from './en.json';

type Catalogue = { [key: string]: string | Catalogue };

const flatten = (catalogue: Catalogue, prefix = ''): [key: string, message: string][] =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
  );

const argumentsOf = (message: string) => [...message.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name ?? '');
const tagsOf = (message: string) => [...message.matchAll(/<(\w+)>/g)].map(([, name]) => name ?? '');
const catalogues: Record<(typeof languages)[number], Catalogue> = { en, de };
const english = new Map(flatten(en));

describe.each(languages)('the messages in %s', (language) => {
  const messages = flatten(catalogues[language]);

  it('have the same keys, arguments and tags as the English ones', () => {
    expect(messages.map(([key]) => key)).toEqual([...english.keys()]);
    for (const [key, message] of messages) {
      const original = english.get(key) ?? '';
      expect(argumentsOf(message).toSorted(), key).toEqual(argumentsOf(original).toSorted());
      expect(tagsOf(message).toSorted(), key).toEqual(tagsOf(original).toSorted());
    }
  });

  it('are valid ICU messages', () => {
    const onError = (error: Error) => {
      throw error;
    };
    for (const [key, message] of messages) {
      const t = createTranslator<{ message: string }>({ locale: language, messages: { message }, onError });
      const values = Object.fromEntries(argumentsOf(message).map((name) => [name, 2]));
      const tags = Object.fromEntries(tagsOf(message).map((name) => [name, (text: string) => text]));
      expect(t.markup('message', { ...values, ...tags }), key).not.toMatch(/[{}<>]/);
    }
  });

  it('promise nothing that the product does not do', () => {
    const promises =
      /we[’']ll|we will|notify|let you know|tell you|keep you|e-?mail you|by itself|automatically|nothing is needed|wir werden|wir melden|melden wir|benachrichtig|informieren|Bescheid|von selbst|automatisch|nichts weiter tun/i;
    expect(messages.filter(([, message]) => promises.test(message))).toEqual([]);
  });
});

describe('the German messages', () => {
  it('use the words of the field', () => {
    expect(flatten(de).filter(([, message]) => /Umzug|Probe\b|Werkzeug/.test(message))).toEqual([]);
  });
});

describe('chooseLanguage', () => {
  it('prefers the chosen language, then the link, then the browser, then English', () => {
    expect(chooseLanguage({ chosen: 'de', link: 'en', acceptLanguage: 'en' })).toBe('de');
    expect(chooseLanguage({ chosen: 'xx', link: 'de', acceptLanguage: 'en' })).toBe('de');
    expect(chooseLanguage({ acceptLanguage: 'fr, en;q=0.5, de-AT;q=0.8' })).toBe('de');
    expect(chooseLanguage({ acceptLanguage: 'fr' })).toBe('en');
  });
});
