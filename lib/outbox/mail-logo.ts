import { brandImageDataUrl } from '../start/brand-images';
import { readBranding } from '../start/branding';
import type { OutboxDeps } from './outbox-deps';
import type { EmailContent } from './message-content';

/**
 * Adds the logo as a data URL to stored contents, which have its id. A logo that the branding no longer has is left out:
 * the name beside it stays. Keeps the last one, so that a burst of messages reads it once.
 */
export function createLogoReader({
  database,
}: Pick<OutboxDeps, 'database'>): (content: EmailContent) => Promise<EmailContent> {
  let known: { id: string; logo: string } | undefined;
  return async (content) => {
    if (content.logo === null) return content;
    if (known?.id !== content.logo) {
      const { logo } = (await readBranding(database.db, [])).branding;
      const dataUrl = logo && (await brandImageDataUrl(database.db, logo.id));
      if (logo !== null && dataUrl !== null) known = { id: logo.id, logo: dataUrl };
    }
    return known?.id === content.logo
      ? { ...content, logo: known.logo }
      : { ...content, logo: null, html: content.html.replace(/<img src="cid:logo"[^>]*>/g, '') };
  };
}
