import { appendAudit } from '../../audit/append-audit';
import { actorName, type Caller } from '../../contract/caller';
import { normaliseMailAddress } from '../../contract/mail-address';
import type { Language } from '../../contract/languages';
import { findErasedContact } from '../../imports/erasures/find-erased-contact';
import { recordChange } from '../../store/events/changes';
import { lockContacts } from '../../store/outbox/contact-messages';
import { listBouncedAddresses, recordNewAddress, saveContact } from '../../store/outbox/contacts';
import type { OutboxDeps } from '../outbox-deps';
import { readContactFacts } from './read-contact-facts';
import { resolveAddress, resolveLanguage, resolveState } from './resolve-contact';
import { askForConfirmation, mayEnterAddress } from './write-confirmations';

/**
 * The customer enters on their page where they want to be written to, as long as there is no address that works. It gets
 * nothing but the message that asks for confirmation. `known`: it is the username, which needs none.
 */
export async function enterContact(
  deps: OutboxDeps,
  input: { caller: Caller; importId: string; email: string; language: Language | null },
): Promise<'known' | 'confirm' | 'recent' | 'unavailable' | 'busy' | 'page'> {
  const { importId, email } = input;
  const caller: Caller = { ...input.caller, actor: { kind: 'customer', name: 'customer' } };
  return deps.database.transaction(async (tx) => {
    const erased = await findErasedContact(deps, tx, { environment: 'live', id: importId }, email);
    if (erased !== null) return erased === 'import' ? 'page' : 'unavailable';
    await lockContacts(tx, [importId, email]);
    const facts = await readContactFacts(tx, importId);
    if (!facts) return 'page';
    const { row } = facts;
    const before = resolveAddress(facts);
    const bounced = await listBouncedAddresses(tx, [email, ...(before ? [normaliseMailAddress(before.email)] : [])]);
    const state = resolveState(before, bounced);
    // Another request was faster.
    if (state === 'active' || state === 'unsubscribed') return 'page';
    if (bounced.has(email)) return 'unavailable';
    const isSame = before !== undefined && normaliseMailAddress(before.email) === email;
    // It waits for confirmation, and who has a link is not who staff wanted to write to.
    if (before?.source === 'staff' && state === 'unconfirmed' && !isSame) return 'unavailable';
    const own = resolveAddress({ ...facts, row: row && { ...row, email: null }, started: undefined });
    const isOwn = own !== undefined && normaliseMailAddress(own.email) === email;
    if (isOwn && own.unsubscribed) return 'unavailable';
    if (!isOwn && !(await mayEnterAddress(deps, tx, importId))) return 'busy';
    const language = input.language ?? resolveLanguage(facts);
    await saveContact(tx, {
      ...row,
      environment: 'live',
      importId,
      email: isOwn ? null : email,
      language,
      source: isOwn ? 'username' : isSame && row !== undefined ? row.source : 'customer',
      confirmedAt: null,
      bouncedAt: null,
      bounceReason: '',
      by: actorName(caller.actor),
      at: deps.clock.now(),
    });
    // What was not written to the other address.
    if (isOwn) await recordNewAddress(tx, importId, true);
    const limited = isOwn
      ? []
      : await askForConfirmation(deps, tx, [{ importId, email, language, askedBy: 'customer' }]);
    if (!isSame) {
      await recordChange(tx, { kind: 'import', environment: 'live', subject: importId });
      await appendAudit(deps, tx, {
        caller,
        action: 'contact.changed',
        environment: 'live',
        subject: importId,
        before: { email: before?.email ?? null },
        after: { email },
      });
    }
    if (isOwn) return 'known';
    return limited.length > 0 ? 'recent' : 'confirm';
  });
}
