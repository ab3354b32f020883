import type { MailTemplate } from '../../contract/mail-templates';
import { type Brand, messagesFor } from '../../messages/brand-messages';
import { listPartnerLinks } from '../../messages/list-partner-links';
import type { EmailContent } from '../message-content';
import { cleanValue } from '../clean-value';
import { layoutMail } from './layout-mail';
import { fillSubject, fillText, nameFromOutside } from './fill-template';
import type { MailFooter } from './mail-block';
import type { MailFacts } from './mail-facts';

/** An e-mail to a customer. Everything in `facts` may come from outside, so it is cleaned and escaped here. */
export function renderMail({
  facts,
  branding,
  template,
}: {
  facts: MailFacts;
  branding: Brand;
  template: MailTemplate;
}): EmailContent {
  return layoutMail({
    language: facts.language,
    branding,
    subject: fillSubject(template, { facts, branding }),
    blocks: fillText(template, { facts, branding }),
    footer: footerOf(facts, branding),
    headers: {
      // RFC 8058: mail clients post to this address without opening a page.
      'List-Unsubscribe': `<${facts.links.oneClickUnsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
}

function footerOf({ language, username, links }: MailFacts, branding: Brand): MailFooter {
  const messages = messagesFor(branding, language);
  const { t } = messages;
  const partner = cleanValue(branding.partnerName, 80);
  const name = nameFromOutside(username);
  return {
    reason:
      name === null ? t('mail.reasonWithoutUsername', { partner }) : t('mail.reason', { partner, username: name }),
    links: [{ label: t('mail.unsubscribe'), url: links.unsubscribe }, ...listPartnerLinks(branding, messages)],
  };
}
