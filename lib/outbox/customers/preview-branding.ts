import { brandImageHref } from '../../contract/brand-rules';
import type { BrandingPreview, BrandingPreviewBody } from '../../contract/branding';
import { withStoredImages } from '../../start/brand-images';
import { readBranding } from '../../start/branding';
import { issueBrandingDraft } from '../../start/branding-draft';
import type { OutboxDeps } from '../outbox-deps';
import { readMailSettings } from './mail-settings';
import { renderMail } from './render-mail';
import { sampleMailFacts } from './sample-mail-facts';

const event = 'sample_ready';

/** Unsaved branding: an e-mail, and a draft for the pages. */
export async function previewBranding(
  deps: OutboxDeps,
  { branding: given, language, staffId }: BrandingPreviewBody & { staffId: string },
): Promise<BrandingPreview> {
  const { db } = deps.database;
  const [checked, { templates }, saved] = await Promise.all([
    withStoredImages(db, given),
    readMailSettings(db),
    readBranding(db),
  ]);
  const branding = { ...checked, texts: saved.branding.texts };
  const { subject, html } = renderMail({
    facts: sampleMailFacts(deps, branding, event, language),
    branding,
    template: templates[language][event],
  });
  return {
    draft: issueBrandingDraft(deps, { branding: checked, staffId }),
    mail: { subject, html: branding.logo ? html.replace('cid:logo', brandImageHref(branding.logo)) : html },
  };
}
