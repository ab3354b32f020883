import type { Branding } from '../../contract/branding';
import type { Language } from '../../contract/start';
import { messagesByLanguage } from '../../messages/messages';
import type { EmailContent } from '../message-content';
import { confirmDays } from './contact-links';

/**
 * Sent to an address that may belong to a stranger, so it contains nothing about the import: no username, no tool and no
 * link to the migration.
 */
export function renderConfirmation(facts: {
  branding: Pick<Branding, 'partnerName'>;
  language: Language;
  askedBy: 'customer' | 'staff';
  link: string;
}): EmailContent {
  const { t } = messagesByLanguage[facts.language];
  const partner = facts.branding.partnerName;
  const asked = t(facts.askedBy === 'staff' ? 'confirmMail.askedByStaff' : 'confirmMail.askedByCustomer', { partner });
  const ask = t('confirmMail.ask');
  const closing = `${t('confirmMail.ignore')} ${t('confirmMail.expires', { days: confirmDays })}`;
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`;
  return {
    kind: 'email',
    subject: t('confirmMail.subject', { partner }),
    text: [asked, `${ask}\n${facts.link}`, closing, partner].join('\n\n') + '\n',
    html:
      `<!doctype html><html lang="${facts.language}"><head><meta charset="utf-8"></head>` +
      `<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#111">` +
      paragraph(escapeHtml(asked)) +
      paragraph(escapeHtml(ask)) +
      paragraph(`<a href="${escapeHtml(facts.link)}">${escapeHtml(t('confirmMail.button'))}</a>`) +
      paragraph(escapeHtml(closing)) +
      paragraph(escapeHtml(partner)) +
      `</body></html>`,
    headers: {},
    logo: null,
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
