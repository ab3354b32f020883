import type { Branding } from '../contract/branding';
import { supportHref } from '../contract/support-href';
import type { Messages } from './messages';

/** The partner's pages that are set, for the foot of pages and e-mails. */
export function listPartnerLinks(branding: Branding, { t }: Messages): { label: string; url: string }[] {
  return [
    { label: t('help'), url: supportHref(branding.helpUrl, null) },
    { label: t('privacy'), url: branding.privacyUrl },
    { label: t('terms'), url: branding.termsUrl },
  ].filter(({ url }) => url !== '');
}
