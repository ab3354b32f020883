import { appendAudit } from '../../audit/append-audit';
import { actorName, type Caller } from '../../contract/caller';
import { normaliseMailAddress } from '../../contract/mail-address';
import type { Language } from '../../contract/languages';
import { checkLinkRateLimit } from '../../start/check-rate-limit';
import type { Db } from '../../store/database/database';
import { recordChange } from '../../store/events/changes';
import { restoreSkippedMessages, skipPendingMessages } from '../../store/outbox/contact-messages';
import { saveContact } from '../../store/outbox/contacts';
import { obstacleReasons } from '../obstacle-reasons';
import type { OutboxDeps } from '../outbox-deps';
import { type ContactLink, readUnsubscribeToken } from './contact-links';
import { followReplacements, lockContactLink } from './lock-contact-link';
import { readContactFacts } from './read-contact-facts';
import {
  addUnsubscribed,
  type ContactFacts,
  listUnsubscribed,
  removeUnsubscribed,
  resolveAddress,
  resolveLanguage,
} from './resolve-contact';

/** Older news would be confusing. */
const restoreMs = 86_400_000;

export type OpenedUnsubscribe =
  | { kind: 'broken' }
  | {
      /** Also of an address that is not used at the moment. */
      kind: 'subscribed' | 'unsubscribed';
      email: string;
      /** It gets the e-mails, or would without unsubscribing. */
      isUsed: boolean;
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
  return change(deps, input, async (tx, { link: { importId, email }, opened, facts }) => {
    await skipPendingMessages(tx, {
      importId,
      email: normaliseMailAddress(email),
      reason: obstacleReasons.unsubscribed,
    });
    if (opened.kind === 'unsubscribed') return opened;
    const at = deps.clock.now();
    const kept = facts.row ?? newRow(facts, { importId, caller: input.caller, at });
    await saveContact(tx, { ...kept, ...addUnsubscribed(facts, email, at) });
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
  return change(deps, input, async (tx, { link: { importId, email }, opened, facts }) => {
    if (opened.kind === 'subscribed' || !facts.row) return opened;
    await saveContact(tx, { ...facts.row, ...removeUnsubscribed(facts, email) });
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
  facts: ContactFacts;
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
    const link = await lockContactLink(deps, tx, sent);
    const before = link && (await findSubscription(tx, link));
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

/** Undefined if the import was deleted. */
async function findSubscription(db: Db, link: ContactLink): Promise<Subscription | undefined> {
  const facts = await readContactFacts(db, link.importId);
  if (!facts) return undefined;
  const { email } = link;
  const kind = listUnsubscribed(facts).includes(normaliseMailAddress(email)) ? 'unsubscribed' : 'subscribed';
  const address = resolveAddress(facts);
  const isUsed = address?.confirmed === true && normaliseMailAddress(address.email) === normaliseMailAddress(email);
  return { link, facts, opened: { kind, email, isUsed, tool: facts.tool, language: resolveLanguage(facts) } };
}

/** Keeps the address from the start. */
function newRow(
  facts: ContactFacts,
  { importId, caller, at }: { importId: string; caller: Caller; at: Date },
): Parameters<typeof saveContact>[1] {
  const address = resolveAddress(facts);
  const source = address?.source ?? 'username';
  const email = address && source !== 'username' ? normaliseMailAddress(address.email) : null;
  return { environment: 'live', importId, email, source, by: actorName(caller.actor), at };
}
