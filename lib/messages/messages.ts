import { createTranslator } from 'next-intl';
import type { Language } from '../contract/start';
import de from './de.json';
import en from './en.json';

const catalogues: Record<Language, typeof en> = { en, de };

export const messagesByLanguage = { en: createMessages('en'), de: createMessages('de') } satisfies Record<
  Language,
  Messages
>;

export type Messages = ReturnType<typeof createMessages>;

function createMessages(language: Language) {
  return { language, t: createTranslator({ locale: language, messages: catalogues[language] }) };
}
