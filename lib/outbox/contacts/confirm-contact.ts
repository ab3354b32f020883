import { appendAudit } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import type { Language } from '../../contract/languages';
import type { Db } from '../../store/database/database';
import { recordChange } from '../../store/events/changes';
import { type ContactRow, recordNewAddress, saveContact } from '../../store/outbox/contacts';
import type { OutboxDeps } from '../outbox-deps';
import { type ContactLink, readConfirmToken } from './contact-links';
import { followReplacements, lockContactLink } from './lock-contact-link';
import { readContactFacts } from './read-contact-facts';
import { type ContactFacts, removeUnsubscribed, resolveLanguage } from './resolve-contact';

export type OpenedConfirmation =
  | { kind: 'broken' | 'expired' }
  | { kind: 'open' | 'confirmed'; email: string; language: Language | null };

/** Reading changes nothing: mail scanners open links. */
export async function openConfirmation(deps: OutboxDeps, token: string): Promise<OpenedConfirmation> {
  const opened = readConfirmToken(deps, token);
  if (!opened.ok) return { kind: opened.reason };
  const { db } = deps.database;
  const facts = await findFacts(db, await followReplacements(db, opened.link));
  return facts ? toOpened(facts, opened.link.email) : { kind: 'broken' };
}

export async function confirmContact(
  deps: OutboxDeps,
  input: { caller: Caller; token: string; language?: Language | undefined },
): Promise<OpenedConfirmation> {
  const opened = readConfirmToken(deps, input.token);
  if (!opened.ok) return { kind: opened.reason };
  return deps.database.transaction(async (tx): Promise<OpenedConfirmation> => {
    const link = await lockContactLink(deps, tx, opened.link);
    const facts = link && (await findFacts(tx, link));
    if (!facts) return { kind: 'broken' };
    const { importId, email } = link;
    const { row } = facts;
    if (row.confirmedAt !== null) return toOpened(facts, email);
    const language = input.language ?? row.language;
    const subscribed = removeUnsubscribed(facts, email);
    const saved = await saveContact(tx, { ...row, language, confirmedAt: deps.clock.now(), ...subscribed });
    await recordNewAddress(tx, importId, true);
    await recordChange(tx, { kind: 'import', environment: 'live', subject: importId });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'contact.confirmed',
      environment: 'live',
      subject: importId,
      after: { email },
    });
    return toOpened({ ...facts, row: saved }, email);
  });
}

/** Undefined if the address was changed since, or the import was deleted. */
async function findFacts(db: Db, link: ContactLink): Promise<FactsWithRow | undefined> {
  const facts = await readContactFacts(db, link.importId);
  const row = facts?.row;
  return facts && row?.email === link.email && row.source !== 'username' ? { ...facts, row } : undefined;
}

type FactsWithRow = ContactFacts & { row: ContactRow };

function toOpened(facts: FactsWithRow, email: string): OpenedConfirmation {
  const kind = facts.row.confirmedAt === null ? 'open' : 'confirmed';
  return { kind, email, language: resolveLanguage(facts) };
}
