import type { Contact, ContactProblem } from '../../contract/contacts';
import { normaliseMailAddress } from '../../contract/mail-address';
import type { Language } from '../../contract/languages';
import type { Db } from '../../store/database/database';
import { listBouncedAddresses, listContacts, listStartedContacts } from '../../store/outbox/contacts';
import {
  listUnsubscribed,
  resolveAddress,
  resolveLanguage,
  resolveState,
  type ResolvedAddress,
} from './resolve-contact';

export type FoundContact =
  | (Pick<ResolvedAddress, 'email' | 'source'> & { language: Language | null })
  | { problem: ContactProblem };

export interface ResolvedContact {
  address: ResolvedAddress | undefined;
  state: Contact['state'];
  language: Language | null;
  /** The addresses that want no e-mails about the import. */
  unsubscribed: string[];
}

/** Where the customers of these live imports are written to. */
export async function findContacts(
  tx: Db,
  imports: readonly { importId: string; username: string | null }[],
): Promise<Map<string, FoundContact>> {
  const resolved = await resolveContacts(tx, imports);
  return new Map(
    [...resolved].map(([importId, { address, state, language }]): [string, FoundContact] => {
      if (state !== 'active') return [importId, { problem: state }];
      return [importId, address ? { email: address.email, source: address.source, language } : { problem: 'none' }];
    }),
  );
}

/** Like `findContacts`, with addresses that are not written to. Three statements, however many there are. */
export async function resolveContacts(
  tx: Db,
  imports: readonly { importId: string; username: string | null }[],
): Promise<Map<string, ResolvedContact>> {
  const ids = [...new Set(imports.map(({ importId }) => importId))];
  const rows = new Map((await listContacts(tx, ids)).map((row) => [row.importId, row]));
  const started = new Map((await listStartedContacts(tx, ids)).map((row) => [row.importId, row]));
  const resolved = imports.map(({ importId, username }) => {
    const facts = { username, row: rows.get(importId), started: started.get(importId) };
    return {
      importId,
      address: resolveAddress(facts),
      language: resolveLanguage(facts),
      unsubscribed: listUnsubscribed(facts),
    };
  });
  const emails = new Set(resolved.flatMap(({ address }) => (address ? [normaliseMailAddress(address.email)] : [])));
  const bounced = await listBouncedAddresses(tx, [...emails]);
  return new Map(
    resolved.map(({ importId, ...contact }) => [
      importId,
      { ...contact, state: resolveState(contact.address, bounced) },
    ]),
  );
}
