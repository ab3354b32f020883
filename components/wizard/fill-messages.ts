import { byLanguage, type Language } from '@/lib/contract/languages';
import type { MessagesToSend } from '../share/link-to-send';

/** Replaces `{name}` in the texts. */
export function fillMessages(
  messages: MessagesToSend,
  valuesIn: (language: Language) => Record<string, string>,
): MessagesToSend {
  const fill = (language: Language) => {
    const values = valuesIn(language);
    const { subject, text } = messages[language];
    return { subject, text: text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all) };
  };
  return byLanguage(fill);
}
