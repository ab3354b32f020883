import { getTableName, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../database/database';
import { apiKeys } from '../schema/api-keys';
import { creationAttempts } from '../schema/creation-attempts';
import { importTags, notes } from '../schema/imports';
import { notificationItems, notificationRules, outboxAttempts, outboxEvents, outboxMessages } from '../schema/outbox';
import { bulkLookups } from '../schema/service-calls';
import { bulkRuns, decisions, fullRequests } from '../schema/sponsorship';
import { savedViews } from '../schema/staff';
import { startLinks, toolRequests } from '../schema/start-links';
import { appSettings } from '../schema/system';

/** Texts and JSON that may name a customer in rows that belong to others. */
export const mentionColumns: readonly PgColumn[] = [
  notes.text,
  importTags.tag,
  creationAttempts.instanceUrl,
  creationAttempts.errors,
  creationAttempts.message,
  bulkLookups.problem,
  fullRequests.message,
  fullRequests.closeReason,
  startLinks.instanceUrl,
  toolRequests.tool,
  toolRequests.url,
  toolRequests.message,
  toolRequests.note,
  decisions.reason,
  decisions.approvalReason,
  decisions.note,
  decisions.outcome,
  decisions.resolutionReason,
  bulkRuns.reason,
  bulkRuns.note,
  bulkRuns.items,
  apiKeys.name,
  savedViews.name,
  savedViews.query,
  appSettings.value,
  outboxEvents.data,
  notificationItems.data,
  notificationRules.name,
  outboxMessages.subject,
  outboxMessages.reason,
  outboxAttempts.response,
];

const pageSize = 200;

/** Values that match `pattern`, as JSON, and where they are stored, column by column. */
export async function* listMentions(db: Db, pattern: string): AsyncGenerator<{ place: string; value: unknown }> {
  for (const column of mentionColumns) {
    const place = `${getTableName(column.table)}.${column.name}`;
    const rows = await db
      .select({ value: sql<unknown>`to_jsonb(${column})` })
      .from(column.table)
      .where(sql`${column}::text ~* ${pattern}`);
    for (const { value } of rows) yield { place, value };
  }
}

/** Replaces the values that match `pattern` and that `redact` changes, or deletes such tags. Returns how many. */
export async function redactMentions(
  tx: Db,
  column: PgColumn,
  { pattern, redact }: { pattern: string; redact: (value: unknown) => unknown },
): Promise<number> {
  const isJson = column.getSQLType() === 'jsonb';
  let redacted = 0;
  let after = '(0,0)';
  for (;;) {
    const page = await tx
      .select({ place: sql<string>`ctid::text`, value: sql<unknown>`to_jsonb(${column})` })
      .from(column.table)
      .where(sql`${column}::text ~* ${pattern} and ctid > ${after}::tid`)
      .orderBy(sql`ctid`)
      .limit(pageSize)
      .for('update');
    for (const { place, value } of page) {
      const left = redact(value);
      if (JSON.stringify(left) === JSON.stringify(value)) continue;
      const changed = isJson ? sql`${JSON.stringify(left)}::jsonb` : sql`${left}`;
      const change = sql`update ${column.table} set ${sql.identifier(column.name)} = ${changed}`;
      // A tag is part of the key of its row: two of them must not become the same.
      await tx.execute(
        sql`${column === importTags.tag ? sql`delete from ${importTags}` : change} where ctid = ${place}::tid`,
      );
      redacted += 1;
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return redacted;
    after = last.place;
  }
}
