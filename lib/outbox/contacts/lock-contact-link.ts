import { findErasedContact } from '../../imports/erasures/find-erased-contact';
import type { Db } from '../../store/database/database';
import { findLastSuccessor } from '../../store/imports/creation-attempts';
import { lockContacts } from '../../store/outbox/contact-messages';
import type { OutboxDeps } from '../outbox-deps';

interface Contact {
  importId: string;
  /** Null if it does not matter. */
  email: string | null;
}

/** The e-mail may be about an import that was started again since. No e-mails are sent about that one any more. */
export async function followReplacements<T extends Contact>(db: Db, link: T): Promise<T> {
  return { ...link, importId: await findLastSuccessor(db, 'live', link.importId) };
}

/** Like `followReplacements`, and locks the contact for a change. Undefined if the customer was erased. */
export async function lockContactLink<T extends Contact>(deps: OutboxDeps, tx: Db, sent: T): Promise<T | undefined> {
  const isErased = ({ importId: id, email }: Contact) =>
    findErasedContact(deps, tx, { environment: 'live', id }, email);
  if (await isErased(sent)) return undefined;
  // Before following it: a replacement copies the contact under this lock.
  await lockContacts(tx, [sent.importId]);
  const link = await followReplacements(tx, sent);
  if (await isErased(link)) return undefined;
  await lockContacts(tx, [link.importId]);
  return link;
}
