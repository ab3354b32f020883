import { createTranslator } from 'next-intl';
import { byLanguage, languageFacts, type Language } from '../contract/languages';
import type { MailTemplate } from '../contract/mail-templates';
import type { CustomerEvent } from '../contract/outbox';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import { createFormats } from './formats';
import { isolateValues } from './isolate-values';
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import ptBR from './pt-BR.json' with { type: 'json' };

export type Catalogue = typeof en;

export const catalogues: Record<Language, Catalogue> = { en, de, fr, es, 'pt-BR': ptBR, nl, ja, ar };

export type Messages = ReturnType<typeof createMessages>;

/** What we ship. */
export const messagesByLanguage = byLanguage((language) => createMessages(language, catalogues[language]));

/** With placeholders in braces, which admins see and edit. */
export const defaultMailTemplates: Record<Language, Record<CustomerEvent, MailTemplate>> = byLanguage(
  (language) => catalogues[language].mail.events,
);

export function createMessages(language: Language, messages: Catalogue) {
  const { dir, locale } = languageFacts[language];
  const t = createTranslator({ locale, messages });
  return { language, dir, t: dir === 'rtl' ? isolateValues(t) : t, format: createFormats(locale) };
}
