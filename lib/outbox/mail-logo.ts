import { createHash } from 'node:crypto';
import { readBranding } from '../start/branding';
import type { OutboxDeps } from './outbox-deps';
import type { EmailContent } from './message-content';

/** What a message stores of the logo, which may have 150 kB. */
export function hashLogo(logo: string | null): string | null {
  return logo === null ? null : createHash('sha256').update(logo).digest('base64url');
}

/** With the logo as a data URL. */
export type MailWithLogo = EmailContent;

/**
 * Adds the logo to stored contents. One that the branding no longer has is left out: the name beside it stays. Keeps the
 * last one, so that a burst of messages reads it once.
 */
export function createLogoReader({
  database,
}: Pick<OutboxDeps, 'database'>): (content: EmailContent) => Promise<MailWithLogo> {
  let known: { hash: string; logo: string } | undefined;
  return async (content) => {
    if (content.logo === null) return content;
    if (known?.hash !== content.logo) {
      const { logo } = (await readBranding(database.db)).branding;
      const hash = hashLogo(logo);
      if (logo !== null && hash !== null) known = { hash, logo };
    }
    return known?.hash === content.logo
      ? { ...content, logo: known.logo }
      : { ...content, logo: null, html: content.html.replace(/<img src="cid:logo"[^>]*>/g, '') };
  };
}
