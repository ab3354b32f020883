import { isMailAddress, normaliseMailAddress } from '../../contract/mail-address';
import type { Language } from '../../contract/languages';
import { findErased } from '../../imports/erasures/find-erased';
import { readBranding } from '../../start/branding';
import type { Db } from '../../store/database/database';
import { findAttemptByImport, listReplacedAttempts } from '../../store/imports/creation-attempts';
import {
  listMessagesSince,
  listMessageTimes,
  lockContacts,
  readLastMessageAt,
} from '../../store/outbox/contact-messages';
import { addContacts, listBouncedAddresses, listContacts, listStartedContacts } from '../../store/outbox/contacts';
import { insertMessages, type NewMessage } from '../../store/outbox/messages';
import { encryptContent } from '../message-content';
import type { OutboxDeps } from '../outbox-deps';
import { issueConfirmLink } from './contact-links';
import { renderConfirmation } from './render-confirmation';
import { resolveAddress, resolveLanguage } from './resolve-contact';

export const confirmEvent = 'confirm_address';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The last one is over all imports, so that no one can flood a stranger by starting many. */
const limits = { perHour: 1, perDay: 3, perAddressAndDay: 5 };
/** Over all addresses, so that one link cannot write to many strangers. */
const importLimits = { perHour: 3, perDay: 5 };

interface Confirmation {
  importId: string;
  /** Normalised. */
  email: string;
  language: Language | null;
  askedBy: 'customer' | 'staff';
}

/**
 * Stores the addresses that were entered when these imports were started, and asks for their confirmation, also of those
 * copied from an import that was started again. Call `lockErasures` first.
 */
export async function writeConfirmations(deps: OutboxDeps, tx: Db, importIds: readonly string[]): Promise<void> {
  const rows = new Map((await listContacts(tx, importIds)).map((row) => [row.importId, row]));
  const waiting = (await listStartedContacts(tx, importIds)).flatMap(({ importId, ...started }) => {
    if (importId === null) return [];
    const facts = { username: started.username, row: rows.get(importId), started: { ...started, importId } };
    const address = resolveAddress(facts);
    if (!address || address.confirmed || address.unsubscribed || !isMailAddress(address.email)) return [];
    const email = normaliseMailAddress(address.email);
    return [{ importId, email, language: resolveLanguage(facts), source: address.source, by: started.by }];
  });
  const erased = await findErased(deps, tx, { usernames: waiting.map(({ email }) => email) });
  const wanted = waiting.filter(({ email }) => !erased?.ofUsername(email));
  if (wanted.length === 0) return;
  await lockContacts(
    tx,
    wanted.flatMap(({ importId, email }) => [importId, email]),
  );
  const added = new Set(
    await addContacts(
      tx,
      wanted.map((contact) => ({ ...contact, environment: 'live', at: deps.clock.now() })),
    ),
  );
  const copied = await listCopied(
    tx,
    wanted.filter(({ importId }) => !added.has(importId)),
  );
  await askForConfirmation(
    deps,
    tx,
    wanted
      .filter(({ importId }) => added.has(importId) || copied.has(importId))
      .map(({ source, ...contact }) => ({ ...contact, askedBy: source === 'staff' ? 'staff' : 'customer' })),
  );
}

/** The imports that were started again, still have this address and were not asked about it. They must be locked. */
async function listCopied(tx: Db, contacts: readonly Pick<Confirmation, 'importId' | 'email'>[]): Promise<Set<string>> {
  const copied = new Set<string>();
  for (const { importId, email } of contacts) {
    if ((await readLastMessageAt(tx, { event: confirmEvent, importId, recipient: email })) !== null) continue;
    const attempt = await findAttemptByImport(tx, 'live', importId);
    if (!attempt || (await listReplacedAttempts(tx, attempt)).length === 0) continue;
    const [row] = await listContacts(tx, [importId]);
    if (row?.email === email) copied.add(importId);
  }
  return copied;
}

/** Whether the holder of a link may have another address asked. The import must be locked. */
export async function mayEnterAddress(deps: OutboxDeps, tx: Db, importId: string): Promise<boolean> {
  const nowMs = deps.clock.now().getTime();
  const sent = await listMessageTimes(tx, { event: confirmEvent, importId, since: new Date(nowMs - dayMs) });
  const lastHour = sent.filter((at) => at.getTime() > nowMs - hourMs);
  return sent.length < importLimits.perDay && lastHour.length < importLimits.perHour;
}

/** The addresses must be locked. Returns the imports for which nothing is sent because of the limits. */
export async function askForConfirmation(
  deps: OutboxDeps,
  tx: Db,
  confirmations: readonly Confirmation[],
): Promise<string[]> {
  if (deps.mail.mode === 'off' || confirmations.length === 0) return [];
  const now = deps.clock.now();
  const recipients = [...new Set(confirmations.map(({ email }) => email))];
  const bounced = await listBouncedAddresses(tx, recipients);
  const since = new Date(now.getTime() - dayMs);
  const sent = await listMessagesSince(tx, { event: confirmEvent, recipients, since });
  const { branding } = await readBranding(tx);
  const limited: string[] = [];
  const messages = confirmations.flatMap(({ importId, email, language, askedBy }): NewMessage[] => {
    if (bounced.has(email)) return [];
    const toAddress = sent.filter(({ recipient }) => recipient === email);
    const ofImport = toAddress.filter((message) => message.importId === importId);
    const lastHour = ofImport.filter(({ createdAt }) => createdAt.getTime() > now.getTime() - hourMs);
    const isLimited =
      lastHour.length >= limits.perHour ||
      ofImport.length >= limits.perDay ||
      toAddress.length >= limits.perAddressAndDay;
    if (isLimited) limited.push(importId);
    else sent.push({ recipient: email, importId, createdAt: now });
    const link = issueConfirmLink(deps, { importId, email });
    const content = renderConfirmation({ branding, language: language ?? 'en', askedBy, link });
    return [
      {
        id: deps.newId(),
        key: [confirmEvent, importId, email, isLimited ? `limited ${dayOf(now)}` : now.getTime()].join(' '),
        audience: 'customer',
        channel: 'email',
        event: confirmEvent,
        environment: 'live',
        importId,
        recipient: email,
        language,
        subject: content.subject,
        contentEncrypted: isLimited ? null : encryptContent(deps, content),
        state: isLimited ? 'skipped' : 'pending',
        reason: isLimited ? 'Too many confirmation e-mails to this address.' : '',
        createdAt: now,
      },
    ];
  });
  await insertMessages(tx, messages);
  return limited;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
