import { z } from 'zod';
import { type Branding, brandingSchema } from '../contract/branding';
import { decryptLink, encryptLink } from './customer-links';
import type { StartDeps } from './start-deps';

const purpose = 'branding-draft';
const validMs = 12 * 3_600_000;
const draftSchema = z.object({ branding: brandingSchema, staffId: z.string(), expiresAt: z.iso.datetime() });

type DraftDeps = Pick<StartDeps, 'cipher' | 'clock'>;

/**
 * For the address of a preview, which only the person who made the draft can open. The links of a preview lead nowhere, so
 * they are cut: an address has at most 8 kB.
 */
export function issueBrandingDraft(
  deps: DraftDeps,
  { branding, staffId }: { branding: Branding; staffId: string },
): string {
  const cut = (url: string) => url.slice(0, 100);
  const { helpUrl, privacyUrl, termsUrl } = branding;
  return encryptLink(deps, purpose, {
    branding: { ...branding, helpUrl: cut(helpUrl), privacyUrl: cut(privacyUrl), termsUrl: cut(termsUrl) },
    staffId,
    expiresAt: new Date(deps.clock.now().getTime() + validMs).toISOString(),
  });
}

export function openBrandingDraft(
  deps: DraftDeps,
  { token, staffId }: { token: string; staffId: string },
): Branding | null {
  const opened = decryptLink(deps, purpose, draftSchema, token);
  return opened.ok && opened.link.staffId === staffId ? opened.link.branding : null;
}
