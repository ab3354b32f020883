import type { OutboxDeps } from '../outbox-deps';

/** For the text of a message and for its List-Unsubscribe header (RFC 8058). */
export function issueUnsubscribeLinks(
  deps: Pick<OutboxDeps, 'cipher' | 'publicOrigin'>,
  link: { importId: string; email: string },
): { unsubscribe: string; oneClickUnsubscribe: string } {
  const token = deps.cipher.encrypt('unsubscribe', JSON.stringify(link)).toString('base64url');
  return {
    unsubscribe: `${deps.publicOrigin}/unsubscribe/${token}`,
    oneClickUnsubscribe: `${deps.publicOrigin}/api/unsubscribe/${token}`,
  };
}
