import type { Language } from '../../contract/languages';
import { type Brand, messagesFor } from '../../messages/brand-messages';
import { listPartnerLinks } from '../../messages/list-partner-links';
import { cleanValue } from '../clean-value';
import { nameFromOutside } from '../customers/fill-template';
import { layoutMail } from '../customers/layout-mail';
import type { MailBlock } from '../customers/mail-block';
import type { EmailContent } from '../message-content';

/** An e-mail with the links to the pages of these migrations, which the customer asked for. */
export function renderLinks(facts: {
  branding: Brand;
  language: Language;
  migrations: readonly { tool: string | null; link: string }[];
}): EmailContent {
  const { branding, language, migrations } = facts;
  const messages = messagesFor(branding, language);
  const { t } = messages;
  const partner = cleanValue(branding.partnerName, 80);
  const count = migrations.length;
  return layoutMail({
    language,
    branding,
    subject: t('linkMail.subject', { partner }),
    blocks: [
      { kind: 'paragraph', lines: [t('linkMail.intro', { count })] },
      ...migrations.flatMap(({ tool, link }): MailBlock[] => [
        { kind: 'paragraph', lines: [nameFromOutside(tool) ?? t('myMigration.others.unknownTool')] },
        { kind: 'button', label: t('mail.openPage'), url: link },
      ]),
      { kind: 'paragraph', lines: [t('linkMail.private', { count })] },
    ],
    footer: {
      reason: t('linkMail.reason', { partner }),
      links: listPartnerLinks(branding, messages),
    },
    headers: {},
  });
}
