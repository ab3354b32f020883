import type { Branding } from '../../contract/branding';
import type { Language } from '../../contract/languages';
import type { EmailContent } from '../message-content';
import type { MailBlock, MailFooter } from './mail-block';
import { toHtml } from './mail-html';
import { toText } from './mail-text';

/** HTML and plain text with the same content, in the partner's branding. */
export function layoutMail(mail: {
  language: Language;
  branding: Branding;
  subject: string;
  blocks: readonly MailBlock[];
  footer: MailFooter;
  headers: Record<string, string>;
}): EmailContent {
  const { subject, headers, branding } = mail;
  return { kind: 'email', subject, text: toText(mail), html: toHtml(mail), headers, logo: branding.logo?.id ?? null };
}
