import { and, eq, inArray, ne, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { maintain } from '../database/maintain';
import { recordChanges } from '../events/changes';
import { withMergedCounts } from '../imports/import-counts';
import { lockImports } from '../imports/observations';
import { imports } from '../schema/imports';
import { pollUnits } from '../schema/polling';
import { outboxMessages } from '../schema/outbox';
import { decisions } from '../schema/sponsorship';
import { customerLinks } from '../schema/start-links';
import { lockDecisions } from '../sponsorship/decisions';
import {
  countCustomerRows,
  customerTable,
  deleteCustomerRows,
  linksToImports,
  noLimit,
  type CustomerSubject,
  type CustomerTableName,
} from './customer-rows';

export type RowCounts = Partial<Record<CustomerTableName, number>>;

const deletedWithImport = [
  'confirmations',
  'import_secrets',
  'status_periods',
  'notes',
  'import_tags',
  'creation_attempts',
  'start_links',
  'full_requests',
  'poll_units',
  'outbox_events',
  'notification_items',
  'outbox_attempts',
  'outbox_messages',
  // After the messages: an attempt to send one may store that the address bounced.
  'customer_contacts',
] as const satisfies readonly CustomerTableName[];

/**
 * Deletes imports and what belongs to them, and takes names and free text out of their decisions. The rest of a decision
 * stays: it records money. `keep` is checked under the locks; imports that it names are left alone.
 */
export async function deleteImports(
  tx: Db,
  environment: Environment,
  ids: readonly string[],
  keep: (tx: Db, ids: readonly string[]) => Promise<readonly string[]>,
): Promise<{ counts: RowCounts; kept: readonly string[] }> {
  // Decisions are locked before imports everywhere.
  for (const id of [...ids].sort()) await lockDecisions(tx, environment, id);
  await lockImports(tx, environment, ids);
  const kept = await keep(tx, ids);
  const gone = ids.filter((id) => !kept.includes(id));
  if (gone.length === 0) return { counts: {}, kept };
  const subject: CustomerSubject = { username: '', imports: gone.map((id) => ({ environment, id })) };
  const counts: RowCounts = { import_facts: await countCustomerRows(tx, 'import_facts', subject) };
  const deleted = await withMergedCounts(tx, async () => {
    counts.observations = await maintain(tx, { action: 'delete_observed', args: { environment, ids: gone } });
    const kept = await removeFromMessages(tx, subject);
    for (const name of deletedWithImport) counts[name] = await deleteCustomerRows(tx, name, subject, noLimit);
    counts.outbox_messages = (counts.outbox_messages ?? 0) + kept;
    counts.customer_links = await deleteLinks(tx, subject);
    Object.assign(counts, await clearDecisions(tx, customerTable('decisions').belongsTo(subject), noLimit));
    return tx
      .delete(imports)
      .where(and(eq(imports.environment, environment), inArray(imports.id, gone)))
      .returning({ username: imports.username });
  });
  counts.imports = deleted.length;
  if (environment === 'live') {
    const usernames = [...new Set(deleted.flatMap(({ username }) => username ?? []))].sort();
    counts.poll_units = (counts.poll_units ?? 0) + (await stopPollingEmpty(tx, usernames));
  }
  await recordChanges(
    tx,
    gone.flatMap((id) => (['import', 'decision'] as const).map((kind) => ({ kind, environment, subject: id }))),
  );
  return { counts, kept };
}

/**
 * An e-mail with links to several migrations is kept for the other migrations, without its text. If it has not been sent,
 * it is deleted.
 */
async function removeFromMessages(tx: Db, subject: CustomerSubject): Promise<number> {
  const { id, importIds, state } = outboxMessages;
  const gone = sql`array(select jsonb_array_elements_text(${JSON.stringify(subject.imports.map((one) => one.id))}::jsonb))`;
  const rows = await tx
    .update(outboxMessages)
    .set({
      importIds: sql`array(select one from unnest(${importIds}) as one where one <> all(${gone}))`,
      contentEncrypted: null,
    })
    .where(and(linksToImports(subject), sql`not ${importIds} <@ ${gone}`, notInArray(state, ['pending', 'sending'])))
    .returning({ id });
  return rows.length;
}

/** A revocation of all links stays until it expires, because the import may be stored again. It does not name the customer. */
async function deleteLinks(tx: Db, subject: CustomerSubject): Promise<number> {
  const rows = await tx
    .delete(customerLinks)
    .where(and(customerTable('customer_links').belongsTo(subject), ne(customerLinks.kind, 'all')))
    .returning({ id: customerLinks.id });
  return rows.length;
}

/** Customers without any import are not polled. */
async function stopPollingEmpty(tx: Db, usernames: readonly string[]): Promise<number> {
  if (usernames.length === 0) return 0;
  const rows = await tx
    .delete(pollUnits)
    .where(
      and(
        eq(pollUnits.kind, 'username'),
        inArray(pollUnits.key, [...usernames]),
        sql`not exists (select 1 from ${imports} where ${imports.environment} = 'live'
          and ${imports.username} = ${pollUnits.key})`,
      ),
    )
    .returning({ key: pollUnits.key });
  return rows.length;
}

const cleared = {
  username: null,
  reason: '',
  approvalReason: '',
  note: '',
  confirmedStatus: null,
  outcome: '',
  resolutionReason: '',
  lateAnswer: null,
} as const;

/** Not cleared yet. */
export const hasTextAboutCustomer = or(
  ...(Object.keys(cleared) as (keyof typeof cleared)[]).map(
    (name) => sql`${decisions[name]} is distinct from ${cleared[name]}`,
  ),
);

/** Which decision, when, by whom and with what result stays; what was written about the customer goes. */
export async function clearDecisions(tx: Db, where: SQL | undefined, limit: number): Promise<RowCounts> {
  const found = await tx.select({ id: decisions.id }).from(decisions).where(where).limit(limit);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return {};
  const updated = await tx
    .update(decisions)
    .set(cleared)
    .where(inArray(decisions.id, ids))
    .returning({ id: decisions.id });
  const steps = await maintain(tx, { action: 'clear_decision_steps', args: { ids } });
  return { decisions: updated.length, decision_steps: steps };
}
