import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { groupBy } from '../../core/group-by';
import type { Db } from '../database/database';
import { insertStatement } from '../database/insert-many';
import { outboxMessages } from '../schema/outbox';

export type OutboxMessageRow = typeof outboxMessages.$inferSelect;
export type NewMessage = typeof outboxMessages.$inferInsert;

/** Contents may have a logo, and all of a statement are in memory several times. */
const maxStatementBytes = 8_000_000;

const addedSchema = z.object({ rows: z.array(z.object({ id: z.string() })) });

/** A message whose key exists is left as it is. Returns the ids of those that were added. */
export async function insertMessages(tx: Db, rows: readonly NewMessage[]): Promise<string[]> {
  const added: string[] = [];
  for (const alike of groupBy(rows, (row) => Object.keys(row).sort().join(' ')).values()) {
    for (const part of splitBySize(alike)) {
      const statement = insertStatement(outboxMessages, part, sql`on conflict (key) do nothing returning id`);
      if (statement) added.push(...addedSchema.parse(await tx.execute(statement)).rows.map(({ id }) => id));
    }
  }
  return added;
}

function splitBySize(rows: readonly NewMessage[]): NewMessage[][] {
  const parts: NewMessage[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const size = row.contentEncrypted?.length ?? 0;
    bytes += size;
    if (bytes > maxStatementBytes) {
      parts.push([]);
      bytes = size;
    }
    parts.at(-1)?.push(row);
  }
  return parts;
}
