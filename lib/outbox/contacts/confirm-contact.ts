import { appendAudit } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import type { Language } from '../../contract/languages';
import { findErasedContact } from '../../imports/erasures/find-erased-contact';
import type { Db } from '../../store/database/database';
import { recordChange } from '../../store/events/changes';
import { getImport } from '../../store/imports/imports';
import { lockContacts } from '../../store/outbox/contact-messages';
import { type ContactRow, listContacts, recordConfirmedEvent, saveContact } from '../../store/outbox/contacts';
import type { OutboxDeps } from '../outbox-deps';
import { readConfirmToken } from './contact-links';
import { resolveLanguage } from './resolve-contact';

export type OpenedConfirmation =
  | { kind: 'broken' | 'expired' }
  | { kind: 'open' | 'confirmed'; email: string; language: Language | null };

/** Reading changes nothing: mail scanners open links. */
export async function openConfirmation(deps: OutboxDeps, token: string): Promise<OpenedConfirmation> {
  const opened = readConfirmToken(deps, token);
  if (!opened.ok) return { kind: opened.reason };
  const row = await findRow(deps.database.db, opened.link);
  return row ? toOpened(row, opened.link.email) : { kind: 'broken' };
}

export async function confirmContact(
  deps: OutboxDeps,
  input: { caller: Caller; token: string; language?: Language | undefined },
): Promise<OpenedConfirmation> {
  const opened = readConfirmToken(deps, input.token);
  if (!opened.ok) return { kind: opened.reason };
  const { importId, email } = opened.link;
  return deps.database.transaction(async (tx): Promise<OpenedConfirmation> => {
    if (await findErasedContact(deps, tx, { environment: 'live', id: importId }, email)) return { kind: 'broken' };
    await lockContacts(tx, [importId, email]);
    const row = await findRow(tx, opened.link);
    if (!row) return { kind: 'broken' };
    if (row.confirmedAt !== null) return toOpened(row, email);
    // A new address is asked anew, so it does not inherit an unsubscribe.
    const language = input.language ?? row.language;
    const saved = await saveContact(tx, { ...row, language, confirmedAt: deps.clock.now(), unsubscribedAt: null });
    await recordConfirmedEvent(tx, importId);
    await recordChange(tx, { kind: 'import', environment: 'live', subject: importId });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'contact.confirmed',
      environment: 'live',
      subject: importId,
      after: { email },
    });
    return toOpened(saved, email);
  });
}

/** Undefined if the address was changed since, or the import was deleted. */
async function findRow(db: Db, link: { importId: string; email: string }): Promise<ContactRow | undefined> {
  const [row] = await listContacts(db, [link.importId]);
  if (row?.email !== link.email || row.source === 'username') return undefined;
  return (await getImport(db, 'live', link.importId)) ? row : undefined;
}

function toOpened(row: ContactRow, email: string): OpenedConfirmation {
  const language = resolveLanguage({ username: null, row, started: undefined });
  return { kind: row.confirmedAt === null ? 'open' : 'confirmed', email, language };
}
