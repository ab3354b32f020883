import { createTranslator } from 'next-intl';
import { languageFacts, type Language } from '../contract/languages';
import type { TextPreview } from '../contract/texts';
import { findTextProblems } from '../messages/find-text-problems';
import { readMessage } from '../messages/read-message';

const examples: Record<string, string> = {
  partner: 'Northdesk',
  tool: 'Zendesk',
  username: 'kim@customer.example',
  email: 'kim@customer.example',
  instance: 'desk.example/customer',
  host: 'service.example',
  link: 'https://desk.example/m/example',
  query: 'Help',
  id: '4f1c0d2e',
};

/** The numbers that show every plural form of any language. */
const numbers = [0, 1, 2, 3, 11, 100, 1_000_000];

/** A draft with made-up values: once, or once per plural form. */
export function previewText(language: Language, key: string, text: string): TextPreview {
  const problems = findTextProblems(language, key, text);
  if (problems.length > 0) return { problems, examples: [] };
  const { locale } = languageFacts[language];
  const { placeholders, tags, plurals } = readMessage(text);
  const t = createTranslator<{ message: string }>({ locale, messages: { message: text } });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date('2026-11-20'));
  const render = (count: number) =>
    t.markup('message', {
      ...Object.fromEntries(
        Object.entries(placeholders).map(([name, kind]) => [
          name,
          kind === 'text' ? (examples[name] ?? (name === 'date' || name === 'time' ? date : String(count))) : count,
        ]),
      ),
      ...Object.fromEntries(tags.map((tag) => [tag, (chunks: string) => chunks])),
    });
  if (plurals.length === 0) return { problems: [], examples: [{ count: null, text: render(3) }] };
  const rules = new Intl.PluralRules(locale);
  const shown = numbers.filter((n, at) => numbers.findIndex((other) => rules.select(other) === rules.select(n)) === at);
  return { problems: [], examples: shown.map((count) => ({ count, text: render(count) })) };
}
