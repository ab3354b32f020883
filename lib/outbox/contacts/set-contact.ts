import { appendAudit } from '../../audit/append-audit';
import { actorName, type Caller } from '../../contract/caller';
import type { Contact } from '../../contract/contacts';
import type { Language } from '../../contract/languages';
import { invalidMailAddress, isMailAddress, normaliseMailAddress } from '../../contract/mail-address';
import { LandfallError } from '../../core/errors';
import { findErasedContact } from '../../imports/erasures/find-erased-contact';
import type { Db } from '../../store/database/database';
import { recordChange } from '../../store/events/changes';
import { listRelatedImports } from '../../store/imports/related-imports';
import { lockContacts } from '../../store/outbox/contact-messages';
import {
  forgetBounces,
  listBouncedAddresses,
  lockBounces,
  recordNewAddress,
  saveContact,
} from '../../store/outbox/contacts';
import { listCustomerMessages } from '../../store/outbox/customer-imports';
import { wasNotAccepted } from '../customers/plan-messages';
import type { OutboxDeps } from '../outbox-deps';
import { readContact } from './read-contact';
import { readContactFacts } from './read-contact-facts';
import { resolveAddress, resolveLanguage } from './resolve-contact';
import { askForConfirmation } from './write-confirmations';

/**
 * Staff enter where the customer of a live import is written to. Entering the same address again asks for confirmation
 * again, and forgets that it bounced. With another language, or without an address, only the language changes. An address
 * that unsubscribed stays so until it is confirmed again.
 */
export async function setContact(
  deps: OutboxDeps,
  input: { caller: Caller; importId: string; email?: string | null | undefined; language?: Language | undefined },
): Promise<Contact> {
  const { caller, importId } = input;
  const given = typeof input.email === 'string' ? normaliseMailAddress(input.email) : input.email;
  if (typeof given === 'string' && !isMailAddress(given)) {
    throw new LandfallError('invalid', {
      errors: [{ field: 'email', message: invalidMailAddress }],
    });
  }
  return deps.database.transaction(async (tx) => {
    const email = given === undefined ? await readGiven(tx, importId) : given;
    await refuseErased(deps, tx, { importId, email });
    await lockContacts(tx, email === null ? [importId] : [importId, email]);
    const facts = await readContactFacts(tx, importId);
    if (!facts) throw new LandfallError('not_found');
    const { row } = facts;
    const { state: stateBefore } = await readContact(tx, importId);
    const address = normaliseMailAddress(email ?? facts.username ?? '');
    const isBounced = async () => (await listBouncedAddresses(tx, [address])).has(address);
    const wasBounced = await isBounced();
    if (wasBounced) await lockBounces(tx);
    const before = resolveAddress(facts);
    const languageBefore = resolveLanguage(facts);
    const language = input.language ?? languageBefore;
    const isOtherLanguage = language !== languageBefore;
    if (given === undefined && !isOtherLanguage) return readContact(tx, importId);
    const addressBefore = normaliseMailAddress(before?.email ?? '');
    const isSame = email !== null && addressBefore === email;
    const source = before?.source ?? 'username';
    const onlyLanguage = given === undefined || (isOtherLanguage && (email === null ? source === 'username' : isSame));
    const entered = {
      ...row,
      environment: 'live' as const,
      importId,
      email,
      language,
      source: email === null ? ('username' as const) : ('staff' as const),
      confirmedAt: isSame ? (row?.confirmedAt ?? null) : null,
      bouncedAt: null,
      bounceReason: '',
      by: actorName(caller.actor),
      at: deps.clock.now(),
    };
    const saved = await saveContact(tx, onlyLanguage ? { ...entered, source, ...row, language } : entered);
    const after = resolveAddress({ ...facts, row: saved });
    // It may differ if it was read before the lock.
    if (after?.confirmed === false && normaliseMailAddress(after.email) === email) {
      const askedBy = after.source === 'customer' ? 'customer' : 'staff';
      const limited = await askForConfirmation(deps, tx, [{ importId, email, language, askedBy }]);
      if (isSame && !isOtherLanguage && limited.length > 0) {
        throw new LandfallError('rate_limited', {
          userMessage: 'A confirmation e-mail was sent to this address recently. Try again later.',
          retryAfterS: 3600,
        });
      }
    }
    await recordChange(tx, { kind: 'import', environment: 'live', subject: importId });
    const contact = await readContact(tx, importId);
    const isOther = normaliseMailAddress(contact.email ?? '') !== addressBefore;
    // What did not reach them is written again. An address that is not confirmed yet gets it when it is.
    if (contact.state === 'active' && (stateBefore !== 'active' || isOther)) {
      const hasMissed = stateBefore === 'bounced' || stateBefore === 'unconfirmed';
      await recordNewAddress(tx, importId, hasMissed || (await listCustomerMessages(tx, [importId])).length > 0);
    }
    if (wasBounced && !(await isBounced())) {
      await forgetBounces(tx, address);
      await writeToOthers(deps, tx, { importId, address });
    }
    await appendAudit(deps, tx, {
      caller,
      action: 'contact.changed',
      environment: 'live',
      subject: importId,
      before: { email: before?.email ?? null, ...(isOtherLanguage && { language: languageBefore }) },
      after: { email: contact.email, ...(isOtherLanguage && { language }) },
    });
    return contact;
  });
}

/** Null if it is the username. */
async function readGiven(tx: Db, importId: string): Promise<string | null> {
  const facts = await readContactFacts(tx, importId);
  const address = facts && resolveAddress(facts);
  return address === undefined || address.source === 'username' ? null : normaliseMailAddress(address.email);
}

/** The address was not used for other imports either. */
async function writeToOthers(
  deps: OutboxDeps,
  tx: Db,
  { importId, address }: { importId: string; address: string },
): Promise<void> {
  const proof = { email: address, username: null, visitor: null };
  const others = await listRelatedImports(tx, { proof, importId, since: deps.clock.now() });
  const missed = (await listCustomerMessages(tx, others)).filter(wasNotAccepted);
  const ids = new Set(missed.flatMap((message) => message.importId ?? []));
  for (const id of ids) await recordNewAddress(tx, id, true);
}

async function refuseErased(
  deps: OutboxDeps,
  tx: Db,
  { importId, email }: { importId: string; email: string | null },
): Promise<void> {
  const erased = await findErasedContact(deps, tx, { environment: 'live', id: importId }, email);
  if (erased === 'import') throw new LandfallError('not_found');
  if (erased === null) return;
  const message = 'The customer with this username was erased. Enter another address.';
  throw new LandfallError('invalid', { errors: [{ field: 'email', message }] });
}
