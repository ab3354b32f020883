import { createTranslator } from 'next-intl';
import type { MailTemplate } from '../contract/mail-templates';
import type { CustomerEvent } from '../contract/outbox';
import type { Language } from '../contract/start';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };

const catalogues: Record<Language, typeof en> = { en, de };

export const messagesByLanguage = { en: createMessages('en'), de: createMessages('de') } satisfies Record<
  Language,
  Messages
>;

/** With placeholders in braces, which admins see and edit. */
export const defaultMailTemplates: Record<Language, Record<CustomerEvent, MailTemplate>> = {
  en: en.mail.events,
  de: de.mail.events,
};

export type Messages = ReturnType<typeof createMessages>;

function createMessages(language: Language) {
  return { language, t: createTranslator({ locale: language, messages: catalogues[language] }) };
}
