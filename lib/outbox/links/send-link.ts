import type { Caller } from '../../contract/caller';
import { isMailAddress, normaliseMailAddress } from '../../contract/mail-address';
import type { Language } from '../../contract/languages';
import type { SentResult } from '../../contract/sent-param';
import { findErasedContact } from '../../imports/erasures/find-erased-contact';
import { checkLinkRateLimit, checkSendRateLimit } from '../../start/check-rate-limit';
import { openMigrationLink } from '../../start/open-migration-link';
import { enterContact } from '../contacts/enter-contact';
import { findContacts } from '../contacts/find-contacts';
import { isFromRevokedLink } from '../customers/plan-messages';
import { readSubjects } from '../customers/read-subjects';
import type { OutboxDeps } from '../outbox-deps';
import { writeLinks } from './write-links';

/** What the page says. `page`: the link does not work, or another migration replaced it, which the page shows. */
export type SentLink = SentResult | 'page';

/** For the holder of a link: sends it to the customer's known address, or asks for the confirmation of a new one. */
export async function sendLink(
  deps: OutboxDeps,
  input: { caller: Caller; linkToken: string; email: string; language: Language | null },
): Promise<SentLink> {
  if (deps.mail.mode === 'off') return 'page';
  const opened = await openMigrationLink(deps, input.linkToken);
  if (!opened.ok) return 'page';
  const { importId } = opened.link;
  if (!(await checkLinkRateLimit(deps, `send ${importId}`))) return 'busy';
  if (!(await checkSendRateLimit(deps, { client: input.caller.address }))) return 'busy';
  const [subject] = await readSubjects(deps, deps.database.db, [importId]);
  if (!subject) return 'page';
  const { username } = subject.record;
  const findContact = async () => (await findContacts(deps.database.db, [{ importId, username }])).get(importId);
  let contact = await findContact();
  if (!contact || 'problem' in contact) {
    if (contact?.problem === 'unsubscribed') return 'unavailable';
    const email = normaliseMailAddress(input.email);
    if (!isMailAddress(email)) return 'invalid';
    const entered = await enterContact(deps, { caller: input.caller, importId, email, language: input.language });
    if (entered !== 'known') return entered;
    contact = await findContact();
    // It was changed in the meantime.
    if (!contact || 'problem' in contact) return 'page';
  }
  const { email } = contact;
  if (isFromRevokedLink(subject, contact)) return 'unavailable';
  if (!(await checkSendRateLimit(deps, { email: normaliseMailAddress(email), by: 'holder' }))) return 'recent';
  const language = input.language ?? contact.language ?? 'en';
  return deps.database.transaction(async (tx): Promise<SentLink> => {
    if (await findErasedContact(deps, tx, { environment: 'live', id: importId }, email)) return 'page';
    await writeLinks(deps, tx, { subjects: [subject], email, language });
    return 'sent';
  });
}
