import { appendAudit } from '../audit/append-audit';
import { actorName, type Caller } from '../contract/caller';
import type { CustomerLinks } from '../contract/customer-links';
import type { Environment } from '../contract/environment';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { recordChange } from '../store/events/changes';
import { insertCustomerLink, revokeCustomerLinks as revokeMigrationLinks } from '../store/imports/customer-links';
import { getImport } from '../store/imports/imports';
import { revokeStartLinks } from '../store/imports/start-links';
import { lockContacts } from '../store/outbox/contact-messages';
import { listContacts, listStartedContacts, saveContact } from '../store/outbox/contacts';
import { expiryOfMigrationLink } from './customer-links';
import { listCustomerLinks } from './list-customer-links';
import type { StartDeps } from './start-deps';

type Deps = Pick<StartDeps, 'cipher' | 'clock' | 'database' | 'newId'>;

/**
 * One link by its id, or all of an import. All also ends links that have no row: older ones, and pages that were opened
 * from the start page, and forgets an address that the holder of one entered. A customer whom the service sends here with
 * its own token still gets a new one.
 */
export async function revokeCustomerLinks(
  deps: Deps,
  input: { caller: Caller; environment: Environment; importId: string; linkId?: string },
): Promise<CustomerLinks> {
  const { caller, environment, importId, linkId } = input;
  const at = deps.clock.now();
  const revoked = { at, by: actorName(caller.actor) };
  await deps.database.transaction(async (tx) => {
    const record = await getImport(tx, environment, importId);
    if (!record || environment !== 'live') throw new LandfallError('not_found');
    // Before the links, so that an address that is being entered or confirmed is found.
    if (linkId === undefined) await lockContacts(tx, [importId]);
    const which = { importId, username: record.username, ...(linkId !== undefined && { id: linkId }) };
    const count = (await revokeMigrationLinks(tx, which, revoked)) + (await revokeStartLinks(tx, which, revoked));
    // Revoked a moment ago in another tab, or not a link of this import.
    if (linkId !== undefined && count === 0) return;
    if (linkId === undefined) {
      await insertCustomerLink(tx, {
        id: deps.newId(),
        environment,
        importId,
        kind: 'all',
        createdBy: revoked.by,
        staffId: caller.actor.kind === 'staff' ? caller.actor.id : null,
        createdAt: at,
        // No token that it covers lives longer.
        expiresAt: expiryOfMigrationLink(at),
        revokedAt: at,
        revokedBy: revoked.by,
      });
    }
    if (linkId === undefined) await forgetEnteredContact(deps, tx, { caller, importId, at });
    await recordChange(tx, { kind: 'import', environment, subject: importId });
    await appendAudit(deps, tx, {
      caller,
      action: linkId === undefined ? 'import.customer_links_revoked' : 'import.customer_link_revoked',
      environment,
      subject: importId,
      after: linkId === undefined ? { links: count } : { link: linkId },
    });
  });
  return listCustomerLinks(deps, { environment, importId });
}

/**
 * The address may have been entered by someone with a link, who would then be sent new ones. The row stays without an
 * address, so that neither an earlier confirmation e-mail nor what was entered at the start brings it back.
 */
async function forgetEnteredContact(
  deps: Deps,
  tx: Db,
  { caller, importId, at }: { caller: Caller; importId: string; at: Date },
): Promise<void> {
  const [row] = await listContacts(tx, [importId]);
  const [started] = await listStartedContacts(tx, [importId]);
  const atStart = started?.source === 'customer' ? started.contactEmail : null;
  const email = row === undefined ? atStart : row.source === 'customer' ? row.email : null;
  if (email === null) return;
  await saveContact(tx, {
    ...row,
    environment: 'live',
    importId,
    email: null,
    source: 'username',
    confirmedAt: null,
    bouncedAt: null,
    bounceReason: '',
    by: actorName(caller.actor),
    at,
  });
  await appendAudit(deps, tx, {
    caller,
    action: 'contact.changed',
    environment: 'live',
    subject: importId,
    before: { email },
    after: { email: null },
  });
}
