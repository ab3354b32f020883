import type { LinkByMail } from '../../contract/customer-migration';
import { normaliseMailAddress } from '../../contract/mail-address';
import { resolveContacts } from '../contacts/find-contacts';
import type { OutboxDeps } from '../outbox-deps';

/** Where the link of a migration's page can be sent. The address is shown in part, unless it is the username. */
export async function readLinkByMail(
  deps: Pick<OutboxDeps, 'database' | 'mail'>,
  { importId, username }: { importId: string; username: string | null },
): Promise<LinkByMail> {
  if (deps.mail.mode === 'off') return { kind: 'off' };
  const contact = (await resolveContacts(deps.database.db, [{ importId, username }])).get(importId);
  if (!contact || contact.state === 'unsubscribed') return { kind: 'off' };
  const { address, state } = contact;
  if (state === 'unconfirmed') return { kind: address?.source === 'staff' ? 'entered_by_staff' : 'waiting' };
  if (state !== 'active' || !address) return { kind: 'unknown' };
  const isOwn = username !== null && normaliseMailAddress(username) === normaliseMailAddress(address.email);
  return { kind: 'known', email: isOwn ? address.email : maskAddress(address.email) };
}

/** "o…@acme.example": enough for its owner. */
function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}…${email.slice(at)}`;
}
