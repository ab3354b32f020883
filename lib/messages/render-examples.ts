import { createTranslator } from 'next-intl';
import { byLanguage, languageFacts, type Language } from '../contract/languages';
import { messagesByLanguage } from './messages';
import { readMessage } from './read-message';

const examples: ReadonlyMap<string, string> = new Map([
  ['partner', 'Northdesk'],
  ['tool', 'Zendesk'],
  ['username', 'kim@customer.example'],
  ['email', 'kim@customer.example'],
  ['instance', 'desk.example/customer'],
  ['host', 'service.example'],
  ['link', 'https://desk.example/m/example'],
  ['query', 'Help'],
  ['id', '4f1c0d2e'],
]);

const dates = byLanguage((language) => messagesByLanguage[language].format.date(new Date('2026-11-20')));

/** The numbers that show every plural form of any language. */
const numbers = [0, 1, 2, 3, 11, 100, 1_000_000];

/** A text with made-up values: once, or once per plural form. Throws an error if customers would not see it. */
export function renderExamples(language: Language, text: string): { count: number | null; text: string }[] {
  const { locale } = languageFacts[language];
  const { placeholders, tags, plurals } = readMessage(text);
  const onError = (error: Error) => {
    throw error;
  };
  const t = createTranslator<{ message: string }>({ locale, messages: { message: text }, onError });
  const date = dates[language];
  const render = (count: number) =>
    t.markup('message', {
      ...Object.fromEntries(
        [...placeholders].map(([name, kind]) => [
          name,
          kind === 'text' ? (examples.get(name) ?? (name === 'date' || name === 'time' ? date : String(count))) : count,
        ]),
      ),
      ...Object.fromEntries(tags.map((tag) => [tag, (chunks: string) => chunks])),
    });
  if (plurals.length === 0) return [{ count: null, text: render(3) }];
  const rules = new Intl.PluralRules(locale);
  const shown = numbers.filter((n, at) => numbers.findIndex((other) => rules.select(other) === rules.select(n)) === at);
  return shown.map((count) => ({ count, text: render(count) }));
}
