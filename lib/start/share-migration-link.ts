import { appendAudit } from '../audit/append-audit';
import { actorName, type Caller } from '../contract/caller';
import type { Environment } from '../contract/environment';
import type { Language } from '../contract/languages';
import { languageSchema } from '../contract/start';
import { LandfallError } from '../core/errors';
import { insertCustomerLink } from '../store/imports/customer-links';
import { getImport } from '../store/imports/imports';
import { listContacts } from '../store/outbox/contacts';
import { listCreations } from '../store/outbox/customer-imports';
import { expiryOfMigrationLink, issueMigrationToken, refuseSandbox } from './customer-links';
import type { StartDeps } from './start-deps';

export async function shareMigrationLink(
  deps: StartDeps,
  input: { caller: Caller; environment: Environment; importId: string },
): Promise<string> {
  const { environment, importId } = input;
  refuseSandbox(environment);
  const id = deps.newId();
  const now = deps.clock.now();
  const { actor } = input.caller;
  await deps.database.transaction(async (tx) => {
    if (!(await getImport(tx, environment, importId))) throw new LandfallError('not_found');
    await insertCustomerLink(tx, {
      id,
      environment,
      importId,
      kind: 'migration',
      createdBy: actorName(actor),
      staffId: actor.kind === 'staff' ? actor.id : null,
      createdAt: now,
      expiresAt: expiryOfMigrationLink(now),
    });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'import.customer_link_made',
      environment,
      subject: importId,
      after: { link: id },
    });
  });
  const language = await findLanguage(deps, importId);
  const query = language === undefined ? '' : `?lang=${language}`;
  return `${deps.publicOrigin}/m/${issueMigrationToken(deps, importId, { linkId: id })}${query}`;
}

/** The language that the customer chose, or in which the migration was started. */
async function findLanguage({ database: { db } }: StartDeps, importId: string): Promise<Language | undefined> {
  const [contact] = await listContacts(db, [importId]);
  const [creation] = await listCreations(db, [importId]);
  return languageSchema.safeParse(contact?.language ?? creation?.language ?? creation?.linkLanguage).data;
}
