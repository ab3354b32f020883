import type { Contact } from '../../contract/contacts';
import { normaliseMailAddress } from '../../contract/mail-address';
import { LandfallError } from '../../core/errors';
import type { Db } from '../../store/database/database';
import { listBouncedAddresses } from '../../store/outbox/contacts';
import { readLastMessageAt } from '../../store/outbox/contact-messages';
import { readContactFacts } from './read-contact-facts';
import { resolveAddress, resolveLanguage, resolveState } from './resolve-contact';
import { confirmEvent } from './write-confirmations';

/** For staff: where the customer of a live import is written to, and why not. */
export async function readContact(db: Db, importId: string): Promise<Contact> {
  const facts = await readContactFacts(db, importId);
  if (!facts) throw new LandfallError('not_found');
  const { row } = facts;
  const address = resolveAddress(facts);
  const email = address ? normaliseMailAddress(address.email) : null;
  const bounced = await listBouncedAddresses(db, email === null ? [] : [email]);
  const askedAt =
    email === null ? null : await readLastMessageAt(db, { event: confirmEvent, importId, recipient: email });
  return {
    email: address?.email ?? null,
    source: address?.source ?? null,
    state: resolveState(address, bounced),
    language: resolveLanguage(facts),
    confirmedAt: row?.confirmedAt?.toISOString() ?? null,
    unsubscribedAt: row?.unsubscribedAt?.toISOString() ?? null,
    bouncedAt: row?.bouncedAt?.toISOString() ?? null,
    bounceReason: row?.bounceReason ?? '',
    askedAt: askedAt?.toISOString() ?? null,
  };
}
