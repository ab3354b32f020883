import { z } from 'zod';
import { type Branding, brandingSchema } from '../contract/branding';
import { decryptLink, encryptLink } from './customer-links';
import type { StartDeps } from './start-deps';

const purpose = 'branding-draft';
const validMs = 12 * 3_600_000;
const draftSchema = z.object({ branding: brandingSchema, staffId: z.string(), expiresAt: z.iso.datetime() });

type DraftDeps = Pick<StartDeps, 'cipher' | 'clock'>;

/** For the address of a preview, which only the person who made the draft can open. */
export function issueBrandingDraft(deps: DraftDeps, draft: { branding: Branding; staffId: string }): string {
  return encryptLink(deps, purpose, {
    ...draft,
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
