import { and, arrayOverlaps, count, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { creationAttempts } from '../schema/creation-attempts';
import {
  confirmations,
  importFacts,
  imports,
  importSecrets,
  importTags,
  notes,
  observations,
  statusPeriods,
} from '../schema/imports';
import { pollUnits } from '../schema/polling';
import { customerContacts, notificationItems, outboxAttempts, outboxEvents, outboxMessages } from '../schema/outbox';
import { bulkLookups } from '../schema/service-calls';
import { decisions, decisionSteps, fullRequests } from '../schema/sponsorship';
import { customerLinks, startLinks, toolRequests } from '../schema/start-links';
import { deliveries } from '../schema/webhooks';
import { deleteRows } from './delete-rows';

/** A customer: rows with one of these spellings of the username, and rows of these imports. */
export interface CustomerSubject {
  username: string;
  /** Exactly as stored; see `listNameCandidates`. */
  spellings?: readonly string[];
  /** Where messages to them were sent, other than the username. Exactly as stored; see `listContactAddresses`. */
  addresses?: readonly string[];
  imports: readonly { environment: Environment; id: string }[];
}

interface CustomerTable {
  name: string;
  table: PgTable;
  belongsTo: (subject: CustomerSubject) => SQL | undefined;
}

const never = sql`false`;

export const hasUsername = (column: PgColumn, spellings: readonly string[] = []): SQL =>
  spellings.length === 0 ? never : inArray(column, [...spellings]);

/** The import of the row is stored under another username. */
export const isOfOtherCustomer = (
  { environment, importId }: { environment: PgColumn | SQL; importId: PgColumn },
  spellings: readonly string[],
): SQL =>
  sql`exists (select 1 from ${imports} where ${imports.environment} = ${environment} and ${imports.id} = ${importId}
    and not ${hasUsername(imports.username, spellings)})`;

const ofImports =
  (columns: { environment: PgColumn; importId: PgColumn }) =>
  ({ imports: keys }: CustomerSubject): SQL | undefined =>
    or(
      ...(['live', 'sandbox'] as const).map((environment) => {
        const ids = keys.filter((key) => key.environment === environment).map(({ id }) => id);
        return ids.length === 0 ? never : and(eq(columns.environment, environment), inArray(columns.importId, ids));
      }),
    );

const ofLiveImports = (column: PgColumn, { imports: keys }: CustomerSubject): SQL | undefined => {
  const ids = keys.filter(({ environment }) => environment === 'live').map(({ id }) => id);
  return ids.length === 0 ? never : inArray(column, ids);
};

/** `imports_username` repeats this expression. */
const importHasUsername = (spellings: readonly string[]) =>
  and(
    inArray(imports.environment, ['live', 'sandbox']),
    sql`(${imports.username} is null) = false`,
    or(...spellings.map((one) => sql`left(lower(coalesce(${imports.username}, '')), 200) = left(lower(${one}), 200)`)),
    hasUsername(imports.username, spellings),
  );

const ofNameOrImport =
  (columns: { username: PgColumn; environment: PgColumn; importId: PgColumn }) => (subject: CustomerSubject) =>
    or(hasUsername(columns.username, subject.spellings), ofImports(columns)(subject));

const ofDecisions = ofNameOrImport(decisions);

/** E-mails with links to several migrations, of which one is the customer's. */
export const linksToImports = ({ imports: keys }: CustomerSubject): SQL => {
  const ids = keys.filter(({ environment }) => environment === 'live').map(({ id }) => id);
  if (ids.length === 0) return never;
  return sql`(${outboxMessages.environment} = 'live' and ${arrayOverlaps(outboxMessages.importIds, ids)})`;
};

/** Messages to the customer, and messages to anyone about one of their imports. */
const ofMessages = (subject: CustomerSubject): SQL | undefined =>
  or(
    and(eq(outboxMessages.channel, 'email'), hasUsername(outboxMessages.recipient, namesOf(subject))),
    ofImports(outboxMessages)(subject),
    linksToImports(subject),
  );

const namesOf = ({ spellings = [], addresses = [] }: CustomerSubject): string[] => [...spellings, ...addresses];

/** Every table with rows about one customer, for the summary, the export and erasure. The audit is separate. */
export const customerTables = [
  { name: 'imports', table: imports, belongsTo: ofImports({ environment: imports.environment, importId: imports.id }) },
  { name: 'observations', table: observations, belongsTo: ofImports(observations) },
  { name: 'confirmations', table: confirmations, belongsTo: ofImports(confirmations) },
  { name: 'import_facts', table: importFacts, belongsTo: ofImports(importFacts) },
  { name: 'import_secrets', table: importSecrets, belongsTo: ofImports(importSecrets) },
  { name: 'status_periods', table: statusPeriods, belongsTo: ofImports(statusPeriods) },
  { name: 'notes', table: notes, belongsTo: ofImports(notes) },
  { name: 'import_tags', table: importTags, belongsTo: ofImports(importTags) },
  { name: 'creation_attempts', table: creationAttempts, belongsTo: ofNameOrImport(creationAttempts) },
  {
    name: 'start_links',
    table: startLinks,
    belongsTo: (subject) =>
      or(hasUsername(startLinks.username, subject.spellings), ofLiveImports(startLinks.importId, subject)),
  },
  { name: 'customer_links', table: customerLinks, belongsTo: ofImports(customerLinks) },
  {
    name: 'tool_requests',
    table: toolRequests,
    belongsTo: (subject) =>
      or(hasUsername(toolRequests.username, subject.spellings), hasUsername(toolRequests.email, namesOf(subject))),
  },
  { name: 'full_requests', table: fullRequests, belongsTo: ofNameOrImport(fullRequests) },
  { name: 'decisions', table: decisions, belongsTo: ofDecisions },
  {
    name: 'decision_steps',
    table: decisionSteps,
    belongsTo: (subject) =>
      sql`${decisionSteps.decisionId} in (select ${decisions.id} from ${decisions} where ${ofDecisions(subject)})`,
  },
  {
    name: 'deliveries',
    table: deliveries,
    belongsTo: (subject) => ofLiveImports(deliveries.importId, subject),
  },
  {
    name: 'bulk_lookups',
    table: bulkLookups,
    belongsTo: ({ spellings }) => hasUsername(bulkLookups.username, spellings),
  },
  {
    name: 'poll_units',
    table: pollUnits,
    belongsTo: (subject) =>
      or(
        and(eq(pollUnits.kind, 'username'), hasUsername(pollUnits.key, subject.spellings)),
        and(eq(pollUnits.kind, 'import'), ofLiveImports(pollUnits.key, subject)),
      ),
  },
  {
    name: 'customer_contacts',
    table: customerContacts,
    belongsTo: (subject) =>
      or(hasUsername(customerContacts.email, namesOf(subject)), ofImports(customerContacts)(subject)),
  },
  { name: 'outbox_events', table: outboxEvents, belongsTo: ofImports(outboxEvents) },
  {
    name: 'outbox_attempts',
    table: outboxAttempts,
    belongsTo: (subject) =>
      sql`${outboxAttempts.messageId} in (select ${outboxMessages.id} from ${outboxMessages} where ${ofMessages(subject)})`,
  },
  { name: 'outbox_messages', table: outboxMessages, belongsTo: ofMessages },
  { name: 'notification_items', table: notificationItems, belongsTo: ofImports(notificationItems) },
] as const satisfies readonly CustomerTable[];

export type CustomerTableName = (typeof customerTables)[number]['name'];

export function customerTable(name: CustomerTableName): CustomerTable {
  const found = customerTables.find((one) => one.name === name);
  if (!found) throw new Error(`no customer table ${name}`);
  return found;
}

export async function countCustomerRows(db: Db, name: CustomerTableName, subject: CustomerSubject): Promise<number> {
  const { table, belongsTo } = customerTable(name);
  const [row] = await db.select({ rows: count() }).from(table).where(belongsTo(subject));
  return row?.rows ?? 0;
}

/** A page of rows, ordered by their first three columns, which several rows may share. */
export async function listCustomerRows(
  db: Db,
  name: CustomerTableName,
  subject: CustomerSubject,
  page: { offset: number; limit: number },
): Promise<Record<string, unknown>[]> {
  const { table, belongsTo } = customerTable(name);
  return db
    .select()
    .from(table)
    .where(belongsTo(subject))
    .orderBy(sql`1, 2, 3, ctid`)
    .offset(page.offset)
    .limit(page.limit);
}

export const noLimit = 2_000_000_000;

/** Not for append-only tables. Returns how many were deleted. */
export function deleteCustomerRows(
  tx: Db,
  name: CustomerTableName,
  subject: CustomerSubject,
  limit: number,
): Promise<number> {
  const { table, belongsTo } = customerTable(name);
  return deleteRows(tx, { table, where: belongsTo(subject), limit, skipLocked: false });
}

/** Imports that have, or once had, this username. `other` is set if the import now belongs to someone else. */
export async function listCustomerImports(
  db: Db,
  spellings: readonly string[],
  limit: number,
): Promise<{ environment: Environment; id: string; other: boolean }[]> {
  if (spellings.length === 0) return [];
  const rows = await db
    .selectDistinct({
      environment: sql<Environment>`found.environment`,
      id: sql<string>`found.id`,
      other: sql<boolean>`coalesce(not ${hasUsername(imports.username, spellings)}, false)`,
    })
    .from(
      sql`(select ${imports.environment} as environment, ${imports.id} as id from ${imports} where ${importHasUsername(spellings)}
        union select ${importFacts.environment}, ${importFacts.importId} from ${importFacts}
          where ${importFacts.field} = 'username' and ${hasUsername(importFacts.value, spellings)}) as found`,
    )
    .leftJoin(imports, sql`${imports.environment} = found.environment and ${imports.id} = found.id`)
    .orderBy(sql`1, 2`)
    .limit(limit);
  return rows;
}

/** Imports named by other rows of the customer, without a current row of their own. */
export async function listNamedImports(
  db: Db,
  spellings: readonly string[],
): Promise<{ environment: Environment; id: string }[]> {
  return db
    .selectDistinct({ environment: sql<Environment>`named.environment`, id: sql<string>`named.id` })
    .from(
      sql`(select environment, import_id as id from ${creationAttempts} where ${hasUsername(creationAttempts.username, spellings)}
        union select environment, import_id from ${fullRequests} where ${hasUsername(fullRequests.username, spellings)}
        union select environment, import_id from ${decisions} where ${hasUsername(decisions.username, spellings)}
        union select 'live', import_id from ${startLinks} where ${hasUsername(startLinks.username, spellings)}) as named`,
    )
    .where(
      sql`named.id is not null and not exists (select 1 from ${imports}
        where ${imports.environment} = named.environment and ${imports.id} = named.id)`,
    );
}

/**
 * Stored names that may be other spellings of this one. Databases fold accented letters differently, so every name with
 * anything but printable ASCII is a candidate; the caller compares them.
 */
export function listNameCandidates(db: Db, username: string): Promise<string[]> {
  return listNames(db, (column) => sql`(lower(btrim(${column})) = lower(btrim(${username})) or ${column} ~ '[^ -~]')`);
}

/** Every username and address that is stored as such, in any spelling. */
export async function listAllNames(db: Db): Promise<string[]> {
  return (await listNames(db, (column) => sql`${column} is not null`)).sort();
}

async function listNames(db: Db, isWanted: (column: PgColumn | SQL) => SQL): Promise<string[]> {
  const rows = await db.select({ name: sql<string>`spelled.name` }).from(
    sql`(select ${imports.username} as name from ${imports} where ${isWanted(imports.username)}
      union select ${importFacts.value} from ${importFacts}
        where ${importFacts.field} = 'username' and ${isWanted(importFacts.value)}
      union select ${creationAttempts.username} from ${creationAttempts} where ${isWanted(creationAttempts.username)}
      union select ${creationAttempts.contactEmail} from ${creationAttempts}
        where ${isWanted(creationAttempts.contactEmail)}
      union select ${customerContacts.email} from ${customerContacts} where ${isWanted(customerContacts.email)}
      union select one from ${customerContacts}, unnest(${customerContacts.unsubscribedEmails}) as one
        where ${isWanted(sql`one`)}
      union select ${outboxMessages.recipient} from ${outboxMessages} where ${isWanted(outboxMessages.recipient)}
      union select ${startLinks.username} from ${startLinks} where ${isWanted(startLinks.username)}
      union select ${fullRequests.username} from ${fullRequests} where ${isWanted(fullRequests.username)}
      union select ${toolRequests.username} from ${toolRequests} where ${isWanted(toolRequests.username)}
      union select ${toolRequests.email} from ${toolRequests} where ${isWanted(toolRequests.email)}
      union select ${decisions.username} from ${decisions} where ${isWanted(decisions.username)}
      union select ${bulkLookups.username} from ${bulkLookups} where ${isWanted(bulkLookups.username)}
      union select ${pollUnits.key} from ${pollUnits}
        where ${pollUnits.kind} = 'username' and ${isWanted(pollUnits.key)}) as spelled`,
  );
  return rows.map(({ name }) => name);
}
