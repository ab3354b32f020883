import { appendAudit } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import type { Language } from '../../contract/languages';
import { normaliseMailAddress } from '../../contract/mail-address';
import type { Db } from '../../store/database/database';
import { recordChange } from '../../store/events/changes';
import { type ContactRow, recordNewAddress, saveContact } from '../../store/outbox/contacts';
import { isFromRevokedLink } from '../customers/plan-messages';
import { readAllSubjects } from '../customers/read-subjects';
import type { OutboxDeps } from '../outbox-deps';
import { type ContactLink, readConfirmToken } from './contact-links';
import { followReplacements, lockContactLink } from './lock-contact-link';
import { readContactFacts } from './read-contact-facts';
import { type ContactFacts, listUnsubscribed, removeUnsubscribed, resolveLanguage } from './resolve-contact';

export type OpenedConfirmation =
  | { kind: 'broken' | 'expired' }
  | { kind: 'open' | 'confirmed'; email: string; language: Language | null };

/** Reading changes nothing: mail scanners open links. */
export async function openConfirmation(deps: OutboxDeps, token: string): Promise<OpenedConfirmation> {
  const opened = readConfirmToken(deps, token);
  if (!opened.ok) return { kind: opened.reason };
  const { db } = deps.database;
  const facts = await findFacts(deps, db, await followReplacements(db, opened.link));
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
    const facts = link && (await findFacts(deps, tx, link));
    if (!facts) return { kind: 'broken' };
    const { importId, email } = link;
    const { row } = facts;
    const before = toOpened(facts, email);
    if (before.kind === 'confirmed') return before;
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

/** Undefined if the address was changed since, its start link was revoked, or the import was deleted. */
async function findFacts(deps: OutboxDeps, db: Db, link: ContactLink): Promise<FactsWithRow | undefined> {
  const facts = await readContactFacts(db, link.importId);
  const row = facts?.row;
  if (!facts || row?.email !== link.email || row.source === 'username') return undefined;
  const [subject] = await readAllSubjects(deps, db, [link.importId]);
  return subject && isFromRevokedLink(subject, row) ? undefined : { ...facts, row };
}

type FactsWithRow = ContactFacts & { row: ContactRow };

/** An address that unsubscribed can be confirmed again. */
function toOpened(facts: FactsWithRow, email: string): OpenedConfirmation {
  const isUsed = facts.row.confirmedAt !== null && !listUnsubscribed(facts).includes(normaliseMailAddress(email));
  return { kind: isUsed ? 'confirmed' : 'open', email, language: resolveLanguage(facts) };
}
