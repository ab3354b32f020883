import type { Branding } from '@/lib/contract/branding';
import { supportHref } from '@/lib/contract/support-href';
import type { Messages } from '@/lib/messages/messages';

/** The partner's pages that are set, or nothing. */
export function PartnerLinks({ branding, messages: { t } }: { branding: Branding; messages: Messages }) {
  const links = [
    { href: branding.privacyUrl, label: t('privacy') },
    { href: branding.termsUrl, label: t('terms') },
    { href: supportHref(branding.helpUrl, null), label: t('help') },
  ].filter(({ href }) => href !== '');
  if (links.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-5">
      {links.map(({ href, label }) => (
        <a key={label} href={href} className="py-2 text-ink-2 hover:underline">
          {label}
        </a>
      ))}
    </p>
  );
}
