import type { Branding } from '../contract/branding';
import type { Language } from '../contract/languages';
import { acceptedRegion } from './choose-language';
import { findTextProblems } from './find-text-problems';
import { type NestedMessages } from './flatten';
import { createFormats } from './formats';
import { type Catalogue, catalogues, createMessages, type Messages, messagesByLanguage } from './messages';

/** The partner's own texts, by key. */
type OwnTexts = Partial<Record<Language, Readonly<Record<string, string>>>>;

/** How the partner appears to customers. */
export type Brand = Branding & { texts: OwnTexts };

/** Translators keep what they parsed, so they are kept as long as the texts stay the same. */
const created = new Map<Language, { texts: string; messages: Messages }>();

/** In the partner's own texts where there are some. With `acceptLanguage`, English dates follow the reader's region. */
export function messagesFor(
  { texts }: Pick<Brand, 'texts'>,
  language: Language,
  acceptLanguage: string | null = null,
): Messages {
  const messages = withTexts(language, texts[language] ?? {});
  const region = language === 'en' ? acceptedRegion(language, acceptLanguage) : undefined;
  return region === undefined ? messages : { ...messages, format: createFormats(region) };
}

function withTexts(language: Language, own: Readonly<Record<string, string>>): Messages {
  if (Object.keys(own).length === 0) return messagesByLanguage[language];
  const texts = JSON.stringify(own);
  const known = created.get(language);
  if (known?.texts === texts) return known.messages;
  const usable = Object.entries(own).filter(([key, text]) => findTextProblems(language, key, text).length === 0);
  const messages = createMessages(language, replaceTexts(catalogues[language], new Map(usable)));
  created.set(language, { texts, messages });
  return messages;
}

function replaceTexts(catalogue: Catalogue, own: ReadonlyMap<string, string>): Catalogue {
  const replace = (messages: NestedMessages, prefix: string): NestedMessages =>
    Object.fromEntries(
      Object.entries(messages).map(([name, value]) => [
        name,
        typeof value === 'string' ? (own.get(`${prefix}${name}`) ?? value) : replace(value, `${prefix}${name}.`),
      ]),
    );
  // The same keys, so the same shape.
  return replace(catalogue, '') as Catalogue;
}
