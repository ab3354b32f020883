import type { LinkByMail } from '../../contract/customer-migration';
import { normaliseMailAddress } from '../../contract/mail-address';
import { findContacts } from '../contacts/find-contacts';
import type { OutboxDeps } from '../outbox-deps';

/** Where the link of a migration's page can be sent. The address is shown in part, unless it is the username. */
export async function readLinkByMail(
  deps: Pick<OutboxDeps, 'database' | 'mail'>,
  { importId, username }: { importId: string; username: string | null },
): Promise<LinkByMail> {
  if (deps.mail.mode === 'off') return { kind: 'off' };
  const contact = (await findContacts(deps.database.db, [{ importId, username }])).get(importId);
  if (!contact) return { kind: 'off' };
  if ('problem' in contact) {
    if (contact.problem === 'unsubscribed') return { kind: 'off' };
    return { kind: contact.problem === 'unconfirmed' ? 'waiting' : 'unknown' };
  }
  const isOwn = username !== null && normaliseMailAddress(username) === normaliseMailAddress(contact.email);
  return { kind: 'known', email: isOwn ? contact.email : maskAddress(contact.email) };
}

/** "o…@acme.example": enough for its owner. */
function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}…${email.slice(at)}`;
}
