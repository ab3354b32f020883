import { appendAudit } from '../../audit/append-audit';
import { actorName, type Caller } from '../../contract/caller';
import { normaliseMailAddress } from '../../contract/mail-address';
import type { Language } from '../../contract/languages';
import { findErasedContact } from '../../imports/erasures/find-erased-contact';
import { checkLinkRateLimit } from '../../start/check-rate-limit';
import type { Db } from '../../store/database/database';
import { recordChange } from '../../store/events/changes';
import { findLastSuccessor } from '../../store/imports/creation-attempts';
import { lockContacts, restoreSkippedMessages, skipPendingMessages } from '../../store/outbox/contact-messages';
import { type ContactRow, saveContact } from '../../store/outbox/contacts';
import { obstacleReasons } from '../obstacle-reasons';
import type { OutboxDeps } from '../outbox-deps';
import { type ContactLink, readUnsubscribeToken } from './contact-links';
import { readContactFacts } from './read-contact-facts';
import { resolveAddress, resolveLanguage } from './resolve-contact';

/** Older news would be confusing. */
const restoreMs = 86_400_000;

export type OpenedUnsubscribe =
  | { kind: 'broken' }
  | {
      /** `unused`: another address is written to now. */
      kind: 'subscribed' | 'unsubscribed' | 'unused';
      email: string;
      tool: string | null;
      language: Language | null;
    };

/** Reading changes nothing: mail scanners open links. */
export async function openUnsubscribe(deps: OutboxDeps, token: string): Promise<OpenedUnsubscribe> {
  const { db } = deps.database;
  const link = readUnsubscribeToken(deps, token);
  const found = link && (await findSubscription(db, await followReplacements(db, link)));
  return found?.opened ?? { kind: 'broken' };
}

/** Repeating it changes nothing. Also takes back messages that wait to be sent. */
export async function unsubscribe(
  deps: OutboxDeps,
  input: { caller: Caller; token: string },
): Promise<OpenedUnsubscribe> {
  return change(deps, input, async (tx, { link, opened, row }) => {
    const email = normaliseMailAddress(link.email);
    await skipPendingMessages(tx, { importId: link.importId, email, reason: obstacleReasons.unsubscribed });
    if (opened.kind !== 'subscribed') return opened;
    const at = deps.clock.now();
    const kept = row ?? newRow(link.importId, input.caller, at);
    // The link was only ever sent to this address.
    const confirmedAt = kept.source === 'username' ? null : (kept.confirmedAt ?? at);
    await saveContact(tx, { ...kept, confirmedAt, unsubscribedAt: at });
    return { ...opened, kind: 'unsubscribed' };
  });
}

/** `busy` after many changes in a short time, because each of them is audited. */
export async function undoUnsubscribe(
  deps: OutboxDeps,
  input: { caller: Caller; token: string },
): Promise<OpenedUnsubscribe | { kind: 'busy' }> {
  const link = readUnsubscribeToken(deps, input.token);
  if (!link) return { kind: 'broken' };
  if (!(await checkLinkRateLimit(deps, `unsubscribe ${link.importId}`))) return { kind: 'busy' };
  return change(deps, input, async (tx, { link: { importId, email }, opened, row }) => {
    if (opened.kind !== 'unsubscribed' || !row) return opened;
    await saveContact(tx, { ...row, unsubscribedAt: null });
    await restoreSkippedMessages(tx, {
      importId,
      email: normaliseMailAddress(email),
      reason: obstacleReasons.unsubscribed,
      since: new Date(deps.clock.now().getTime() - restoreMs),
    });
    return { ...opened, kind: 'subscribed' };
  });
}

interface Subscription {
  link: ContactLink;
  row: ContactRow | undefined;
  opened: Exclude<OpenedUnsubscribe, { kind: 'broken' }>;
}

async function change(
  deps: OutboxDeps,
  input: { caller: Caller; token: string },
  apply: (tx: Db, subscription: Subscription) => Promise<Subscription['opened']>,
): Promise<OpenedUnsubscribe> {
  const sent = readUnsubscribeToken(deps, input.token);
  if (!sent) return { kind: 'broken' };
  return deps.database.transaction(async (tx): Promise<OpenedUnsubscribe> => {
    const isErased = ({ importId: id, email }: ContactLink) =>
      findErasedContact(deps, tx, { environment: 'live', id }, email);
    if (await isErased(sent)) return { kind: 'broken' };
    // Before following it: a replacement copies the contact under this lock.
    await lockContacts(tx, [sent.importId]);
    const link = await followReplacements(tx, sent);
    if (await isErased(link)) return { kind: 'broken' };
    await lockContacts(tx, [link.importId]);
    const before = await findSubscription(tx, link);
    if (!before) return { kind: 'broken' };
    const after = await apply(tx, before);
    if (after.kind === before.opened.kind) return after;
    await recordChange(tx, { kind: 'import', environment: 'live', subject: link.importId });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: after.kind === 'unsubscribed' ? 'contact.unsubscribed' : 'contact.subscribed',
      environment: 'live',
      subject: link.importId,
      after: { email: link.email },
    });
    return after;
  });
}

/** The e-mail may be about an import that was started again since. No e-mails are sent about that one any more. */
async function followReplacements(db: Db, link: ContactLink): Promise<ContactLink> {
  return { ...link, importId: await findLastSuccessor(db, 'live', link.importId) };
}

/** Undefined if the import was deleted. */
async function findSubscription(db: Db, link: ContactLink): Promise<Subscription | undefined> {
  const facts = await readContactFacts(db, link.importId);
  if (!facts) return undefined;
  const { row, tool } = facts;
  const address = resolveAddress(facts);
  const isUsed = address !== undefined && normaliseMailAddress(address.email) === normaliseMailAddress(link.email);
  const kind = !isUsed ? 'unused' : address.unsubscribed ? 'unsubscribed' : 'subscribed';
  return { link, row, opened: { kind, email: link.email, tool, language: resolveLanguage(facts) } };
}

function newRow(importId: string, caller: Caller, at: Date): Parameters<typeof saveContact>[1] {
  return { environment: 'live', importId, email: null, source: 'username', by: actorName(caller.actor), at };
}
