import type { Language } from '../../contract/languages';
import { type Brand, messagesFor } from '../../messages/brand-messages';
import { listPartnerLinks } from '../../messages/list-partner-links';
import { cleanValue } from '../clean-value';
import { layoutMail } from '../customers/layout-mail';
import type { EmailContent } from '../message-content';
import { confirmDays } from './contact-links';

/**
 * Sent to an address that may belong to a stranger, so it contains nothing about the import: no username, no tool and no
 * link to the migration.
 */
export function renderConfirmation(facts: {
  branding: Brand;
  language: Language;
  askedBy: 'customer' | 'staff';
  link: string;
}): EmailContent {
  const { branding, language } = facts;
  const messages = messagesFor(branding, language);
  const { t } = messages;
  const partner = cleanValue(branding.partnerName, 80);
  const asked = t(facts.askedBy === 'staff' ? 'confirmMail.askedByStaff' : 'confirmMail.askedByCustomer', { partner });
  return layoutMail({
    language,
    branding,
    subject: t('confirmMail.subject', { partner }),
    blocks: [
      { kind: 'paragraph', lines: [asked] },
      { kind: 'paragraph', lines: [t('confirmMail.ask'), t('confirmMail.expires', { days: confirmDays })] },
      { kind: 'button', label: t('confirmMail.button'), url: facts.link },
    ],
    footer: {
      reason: t('confirmMail.ignore'),
      links: listPartnerLinks(branding, messages),
    },
    headers: {},
  });
}
