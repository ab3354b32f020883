import { findErased } from '../../imports/erasures/find-erased';
import type { Db } from '../../store/database/database';
import { listRelatedImports } from '../../store/imports/related-imports';
import { listBouncedAddresses } from '../../store/outbox/contacts';
import { linkRequest, type OutboxEventRow } from '../../store/outbox/events';
import { resolveContacts } from '../contacts/find-contacts';
import { readSubjects } from '../customers/read-subjects';
import type { OutboxDeps } from '../outbox-deps';
import { readLinkRequest } from './request-links';
import { writeLinks } from './write-links';

/** Writes an e-mail for each address with migrations that was asked for. Call `lockErasures` first. */
export async function expandLinkRequests(deps: OutboxDeps, tx: Db, events: readonly OutboxEventRow[]): Promise<void> {
  if (deps.mail.mode === 'off') return;
  for (const { kind, data } of events) {
    const request = kind === linkRequest ? readLinkRequest(deps, data) : undefined;
    if (!request || (await findErased(deps, tx, { usernames: [request.email] }))) continue;
    const found = await findSubjects(deps, tx, request.email);
    const language = request.language ?? found.find(({ language: known }) => known)?.language ?? 'en';
    await writeLinks(deps, tx, { subjects: found.map(({ subject }) => subject), email: request.email, language });
  }
}

/** The customer's migrations, without those that this address unsubscribed from. */
async function findSubjects(deps: OutboxDeps, tx: Db, email: string) {
  if ((await listBouncedAddresses(tx, [email])).size > 0) return [];
  const proof = { email, username: null, visitor: null };
  const ids = await listRelatedImports(tx, { proof, importId: null, since: deps.clock.now() });
  if (ids.length === 0) return [];
  const subjects = new Map((await readSubjects(deps, tx, ids)).map((subject) => [subject.record.id, subject]));
  const contacts = await resolveContacts(
    tx,
    [...subjects.values()].map(({ record: { id, username } }) => ({ importId: id, username })),
  );
  return ids.flatMap((id) => {
    const subject = subjects.get(id);
    const contact = contacts.get(id);
    if (!subject || !contact || contact.unsubscribed.includes(email)) return [];
    return [{ subject, language: contact.language }];
  });
}
