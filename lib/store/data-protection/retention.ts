import {
  and,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  min,
  not,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { maintain } from '../database/maintain';
import { creationAttempts } from '../schema/creation-attempts';
import { imports, notes, observations } from '../schema/imports';
import { notificationItems, outboxAttempts, outboxMessages } from '../schema/outbox';
import { bulkLookups } from '../schema/service-calls';
import { bulkRuns, decisions, fullRequests } from '../schema/sponsorship';
import { customerLinks, startLinks, toolRequests } from '../schema/start-links';
import { deliveries } from '../schema/webhooks';
import { hasTextAboutCustomer } from './delete-imports';
import { deleteRows } from './delete-rows';

export interface Expiring {
  table: PgTable;
  where: SQL | undefined;
}

const isBefore = (moment: SQL, cutoff: Date) => sql`${moment} < ${cutoff.toISOString()}::timestamptz`;

const isWithoutImport = (of: typeof creationAttempts | typeof fullRequests) =>
  sql`not exists (select 1 from ${imports} where ${imports.environment} = ${of.environment}
    and ${imports.id} = ${of.importId})`;

export const expiredRaw = (cutoff: Date): Expiring => ({
  table: observations,
  where: and(isNotNull(observations.rawEncrypted), lt(observations.seenAt, cutoff)),
});

/** A verified delivery that was never applied is still needed. */
export const expiredDeliveries = (cutoff: Date): Expiring => ({
  table: deliveries,
  where: and(
    lt(deliveries.receivedAt, cutoff),
    sql`(${deliveries.verdict} <> 'verified' or ${deliveries.appliedAt} is not null)`,
  ),
});

/**
 * Revoked or not, a row is kept until no token that depends on it works. A used link opens its migration for `resumeDays`
 * more, each time with a token that lives that long. A revoked one is kept with the imports that were started with it: an
 * address that was entered then does not count.
 */
export const expiredStartLinks = (cutoff: Date, resumeDays: number): Expiring => ({
  table: startLinks,
  where: and(
    isBefore(
      sql`${startLinks.expiresAt} + make_interval(days => case when ${startLinks.importId} is null then 0
        else ${2 * resumeDays} end)`,
      cutoff,
    ),
    sql`(${startLinks.revokedAt} is null or not exists (select 1 from ${creationAttempts}
      where ${creationAttempts.linkId} = ${startLinks.id} and not ${isWithoutImport(creationAttempts)}))`,
  ),
});

export const expiredCustomerLinks = (cutoff: Date): Expiring => ({
  table: customerLinks,
  where: lt(customerLinks.expiresAt, cutoff),
});

/**
 * Settled ones. As long as its link works, an attempt keeps the link from creating a second import. As long as its import is
 * stored, it has the customer's language and leads to the import that replaced it, over all attempts in between.
 */
export const expiredAttempts = (cutoff: Date): Expiring => ({
  table: creationAttempts,
  where: and(
    lt(creationAttempts.createdAt, cutoff),
    sql`${creationAttempts.state} not in ('recorded', 'sending', 'unknown')`,
    sql`not exists (select 1 from start_links link where link.id = ${creationAttempts.linkId})`,
    isWithoutImport(creationAttempts),
    sql`not exists (select 1 from creation_attempts former where former.replaced_by = ${creationAttempts.id})`,
    sql`not exists (select 1 from decisions open where open.attempt_id = ${creationAttempts.id}
      and open.state in ('proposed', 'approved', 'sending', 'unknown'))`,
  ),
});

/** Done or not: a result after that time helps no one. */
export const expiredBulkLookups = (cutoff: Date): Expiring => ({
  table: bulkLookups,
  where: lt(bulkLookups.createdAt, cutoff),
});

/** Pages list a finished run for a day. Its decisions stay, with who made them. */
export const expiredBulkRuns = (cutoff: Date): Expiring => ({
  table: bulkRuns,
  where: lt(bulkRuns.finishedAt, cutoff),
});

export const expiredRequests = (cutoff: Date): Expiring => ({
  table: fullRequests,
  where: and(lt(fullRequests.closedAt, cutoff), isWithoutImport(fullRequests)),
});

/** Settled ones that no import will be found for. They lose what they say about the customer. */
export const expiredStarts = (cutoff: Date): Expiring => ({
  table: decisions,
  where: and(
    isNull(decisions.importId),
    lt(decisions.createdAt, cutoff),
    notInArray(decisions.state, ['proposed', 'approved', 'sending', 'unknown']),
    sql`not exists (select 1 from creation_attempts attempt where attempt.id = ${decisions.attemptId}
      and attempt.state in ('recorded', 'sending', 'unknown'))`,
    hasTextAboutCustomer,
  ),
});

/** Handled or not: an answer after that time helps no one. */
export const expiredToolRequests = (cutoff: Date): Expiring => ({
  table: toolRequests,
  where: lt(toolRequests.at, cutoff),
});

/** Finished or gone for long enough, with no open decision or request, and no decision or note since. */
export const expiredImports = (cutoff: Date, finishedStatuses: readonly string[]): Expiring => {
  const ofImport = (table: typeof decisions | typeof fullRequests | typeof notes) =>
    sql`${table.environment} = ${imports.environment} and ${table.importId} = ${imports.id}`;
  return {
    table: imports,
    where: and(
      inArray(imports.environment, ['live', 'sandbox']),
      isBefore(sql`coalesce(since_to, first_seen_at)`, cutoff),
      or(imports.gone, inArray(imports.statusKey, [...finishedStatuses])),
      sql`not exists (select 1 from ${decisions} where ${ofImport(decisions)}
        and (${decisions.state} in ('proposed', 'approved', 'sending', 'unknown')
          or ${decisions.createdAt} >= ${cutoff.toISOString()}::timestamptz))`,
      sql`not exists (select 1 from ${fullRequests} where ${ofImport(fullRequests)} and ${fullRequests.closedAt} is null)`,
      sql`not exists (select 1 from ${notes} where ${ofImport(notes)}
        and ${notes.at} >= ${cutoff.toISOString()}::timestamptz)`,
    ),
  };
};

const isSettledBefore = (cutoff: Date) =>
  and(lt(outboxMessages.createdAt, cutoff), notInArray(outboxMessages.state, ['pending', 'sending']));

/** What the customer of an import was sent is part of its timeline and kept with it. */
const isOnTimeline = sql`(${outboxMessages.audience} = 'customer' and ${outboxMessages.state} <> 'skipped'
  and (${outboxMessages.importId} is not null or exists (select 1 from ${imports}
    where ${imports.environment} = ${outboxMessages.environment} and ${imports.id} = any(${outboxMessages.importIds}))))`;

/** Its key keeps an event from being reported twice, so it is kept with the import. */
const preventsRepeat = sql`(${outboxMessages.importId} is not null and ${outboxMessages.state} = 'skipped'
  and ${outboxMessages.key} like 'customer:%')`;

export const expiredMessages = (cutoff: Date): Expiring => ({
  table: outboxMessages,
  where: and(isSettledBefore(cutoff), not(isOnTimeline), not(preventsRepeat)),
});

/** The text and the delivery attempts of messages that are kept, and the recipient of those that were not sent. */
export const expiredMessageContents = (cutoff: Date): Expiring => ({
  table: outboxMessages,
  where: and(
    isSettledBefore(cutoff),
    or(isOnTimeline, preventsRepeat),
    sql`(${outboxMessages.contentEncrypted} is not null
      or (${outboxMessages.state} = 'skipped' and (${outboxMessages.recipient}, ${outboxMessages.subject}) <> ('', ''))
      or exists (select 1 from outbox_attempts attempt where attempt.message_id = ${outboxMessages.id}))`,
  ),
});

/** Items of a deleted rule: no message will contain them. */
export const expiredItems = (cutoff: Date): Expiring => ({
  table: notificationItems,
  where: lt(notificationItems.dueAt, cutoff),
});

export async function countExpired(db: Db, { table, where }: Expiring): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(table).where(where);
  return row?.rows ?? 0;
}

/** Not for append-only tables. */
export function deleteExpired(tx: Db, expiring: Expiring, limit: number): Promise<number> {
  return deleteRows(tx, { ...expiring, limit, skipLocked: true });
}

/** In finished runs: an unfinished one is written by the instance that processes it. */
export async function clearBulkItems(tx: Db, environment: Environment, ids: readonly string[]): Promise<void> {
  const importIds = sql`jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`;
  await tx
    .update(bulkRuns)
    .set({
      items: sql`(select jsonb_agg(case when item ->> 'importId' = any(array(select ${importIds}))
          then item || '{"username": null, "says": ""}' else item end order by position)
        from jsonb_array_elements(${bulkRuns.items}) with ordinality as listed (item, position))`,
    })
    .where(
      and(
        eq(bulkRuns.environment, environment),
        isNotNull(bulkRuns.finishedAt),
        sql`${bulkRuns.items} @> any(array(
          select jsonb_build_array(jsonb_build_object('importId', id)) from ${importIds} as deleted (id)))`,
      ),
    );
}

/** Returns how many messages lost their content and attempts. */
export async function dropMessageContents(tx: Db, { where }: Expiring, limit: number): Promise<number> {
  const found = await tx
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(where)
    .limit(limit)
    .for('update', { skipLocked: true });
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx.delete(outboxAttempts).where(inArray(outboxAttempts.messageId, ids));
  const unlessSkipped = (column: typeof outboxMessages.recipient | typeof outboxMessages.subject) =>
    sql`case when ${outboxMessages.state} = 'skipped' then '' else ${column} end`;
  await tx
    .update(outboxMessages)
    .set({
      contentEncrypted: null,
      recipient: unlessSkipped(outboxMessages.recipient),
      subject: unlessSkipped(outboxMessages.subject),
    })
    .where(inArray(outboxMessages.id, ids));
  return ids.length;
}

export async function listExpiredImports(
  db: Db,
  expiring: Expiring,
  limit: number,
): Promise<{ environment: Environment; id: string }[]> {
  return db
    .select({ environment: imports.environment, id: imports.id })
    .from(imports)
    .where(expiring.where)
    .orderBy(imports.environment, sql`coalesce(since_to, first_seen_at)`)
    .limit(limit);
}

/** The ids that have not expired, checked again under their locks. */
export async function listUnexpiredImports(
  tx: Db,
  expiring: Expiring,
  environment: Environment,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(and(sql`${imports.environment} = ${environment}`, inArray(imports.id, [...ids]), expiring.where));
  const expired = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !expired.has(id));
}

export async function readObservationRange(db: Db): Promise<{ first: number; last: number } | undefined> {
  const [row] = await db.select({ first: min(observations.id), last: max(observations.id) }).from(observations);
  const [first, last] = [row?.first ?? null, row?.last ?? null];
  return first === null || last === null ? undefined : { first, last };
}

/** Only ids from `from` up to `before`, because no index finds observations by age. */
export async function dropExpiredRaw(
  tx: Db,
  expiring: Expiring,
  range: { from: number; before: number },
  limit: number,
): Promise<number> {
  const rows = await tx
    .select({ id: observations.id })
    .from(observations)
    .where(and(sql`${observations.id} >= ${range.from} and ${observations.id} < ${range.before}`, expiring.where))
    .orderBy(observations.id)
    .limit(limit);
  if (rows.length > 0) await maintain(tx, { action: 'drop_raw', args: { ids: rows.map(({ id }) => id) } });
  return rows.length;
}
