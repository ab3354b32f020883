import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../database/database';
import { creationAttempts, notes } from '../schema/imports';
import { bulkLookups } from '../schema/service-calls';
import { bulkRuns, decisions, fullRequests } from '../schema/sponsorship';
import { savedViews } from '../schema/staff';

/** Case-insensitive regular expressions, for text and for JSON as text. */
export interface MentionPatterns {
  text: string;
  json: string;
}

/** Free text that may name a customer in rows that belong to others. */
export const mentionColumns: readonly PgColumn[] = [
  notes.text,
  creationAttempts.message,
  bulkLookups.problem,
  fullRequests.message,
  fullRequests.closeReason,
  decisions.reason,
  decisions.approvalReason,
  decisions.note,
  decisions.outcome,
  decisions.resolutionReason,
  bulkRuns.reason,
  bulkRuns.note,
  bulkRuns.items,
  savedViews.name,
  savedViews.query,
];

const replacement = '[erased]';

/** Returns the number of rows that named the customer. A JSON pattern may match a whole string with its quotes. */
export async function redactMentions(tx: Db, column: PgColumn, patterns: MentionPatterns): Promise<number> {
  const isJson = column.getSQLType() === 'jsonb';
  const pattern = isJson ? patterns.json : patterns.text;
  const name = sql.identifier(column.name);
  const replaced = sql`regexp_replace(${name}::text, ${pattern}, ${pattern.startsWith('"') ? `"${replacement}"` : replacement}, 'gi')`;
  const [row] = await tx
    .with(
      tx.$with('redacted', { one: sql`1`.as('one') }).as(
        sql`update ${column.table} set ${name} = ${replaced}${sql.raw(isJson ? '::jsonb' : '')}
          where ${name}::text ~* ${pattern} returning 1 as one`,
      ),
    )
    .select({ rows: sql<number>`count(*)::int` })
    .from(sql`redacted`);
  return row?.rows ?? 0;
}
