import { z } from 'zod';
import { decryptLink, encryptLink, type TokenResult } from '../../start/customer-links';
import type { OutboxDeps } from '../outbox-deps';

type LinkDeps = Pick<OutboxDeps, 'cipher' | 'clock'>;

const confirmPurpose = 'confirm-address';
const unsubscribePurpose = 'unsubscribe';
export const confirmDays = 30;

/** Bound to the address: a token of an earlier address confirms nothing. */
const addressSchema = z.object({ importId: z.string().min(1).max(1000), email: z.string().max(254) });
const confirmSchema = addressSchema.extend({ expiresAt: z.iso.datetime() });
/** Never expires, because a message can be unsubscribed from however old it is. */
const unsubscribeSchema = addressSchema.extend({ expiresAt: z.undefined().optional() });
export type ContactLink = z.infer<typeof addressSchema>;

export function issueConfirmLink(deps: LinkDeps & Pick<OutboxDeps, 'publicOrigin'>, link: ContactLink): string {
  const expiresAt = new Date(deps.clock.now().getTime() + confirmDays * 86_400_000).toISOString();
  return `${deps.publicOrigin}/confirm/${encryptLink(deps, confirmPurpose, { ...link, expiresAt })}`;
}

export function readConfirmToken(deps: LinkDeps, token: string): TokenResult<ContactLink> {
  return decryptLink(deps, confirmPurpose, confirmSchema, token);
}

/** For the text of a message and for its List-Unsubscribe header (RFC 8058). */
export function issueUnsubscribeLinks(
  deps: Pick<OutboxDeps, 'cipher' | 'publicOrigin'>,
  { importId, email }: ContactLink,
): { unsubscribe: string; oneClickUnsubscribe: string } {
  const token = encryptLink(deps, unsubscribePurpose, { importId, email });
  return {
    unsubscribe: `${deps.publicOrigin}/unsubscribe/${token}`,
    oneClickUnsubscribe: `${deps.publicOrigin}/api/unsubscribe/${token}`,
  };
}

export function readUnsubscribeToken(deps: LinkDeps, token: string): ContactLink | undefined {
  const opened = decryptLink(deps, unsubscribePurpose, unsubscribeSchema, token);
  return opened.ok ? opened.link : undefined;
}
