import { brandImageHref } from '../../contract/brand-rules';
import type { MailPreview, MailPreviewBody } from '../../contract/customer-mails';
import { readBranding } from '../../start/branding';
import type { OutboxDeps } from '../outbox-deps';
import { renderMail } from './render-mail';
import { sampleMailFacts } from './sample-mail-facts';

/** A draft, with made-up facts. */
export async function previewMail(
  deps: OutboxDeps,
  { event, language, template }: MailPreviewBody,
): Promise<MailPreview> {
  const { branding } = await readBranding(deps.database.db);
  const { subject, html, text } = renderMail({
    facts: sampleMailFacts(deps, branding, event, language),
    branding,
    template,
  });
  return { subject, html, text, logo: branding.logo && brandImageHref(branding.logo) };
}
