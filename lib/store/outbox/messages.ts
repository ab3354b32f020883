import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { environments } from '../../contract/environment';
import { groupBy } from '../../core/group-by';
import type { Db } from '../database/database';
import { insertStatement, toJson } from '../database/insert-many';
import { outboxMessages } from '../schema/outbox';
import { recordMessageChange } from './record-message-change';

export type OutboxMessageRow = typeof outboxMessages.$inferSelect;
export type NewMessage = typeof outboxMessages.$inferInsert;

const addedSchema = z.object({
  rows: z.array(
    z.object({ id: z.string(), environment: z.enum(environments).nullable(), import_id: z.string().nullable() }),
  ),
});

/** A message whose key exists is left as it is. Open pages show the others. Returns the ids of those that were added. */
export async function insertMessages(tx: Db, rows: readonly NewMessage[]): Promise<string[]> {
  const added: z.infer<typeof addedSchema>['rows'] = [];
  const unlessKnown = sql`on conflict (key) do nothing returning id, environment, import_id`;
  for (const alike of groupBy(rows, (row) => Object.keys(row).sort().join(' ')).values()) {
    const statement = insertStatement(outboxMessages, alike, unlessKnown);
    if (statement) added.push(...addedSchema.parse(await tx.execute(statement)).rows);
  }
  await recordMessageChange(
    tx,
    added.map(({ environment, import_id: importId }) => ({ environment, importId })),
  );
  return added.map(({ id }) => id);
}

/** The messages say something else now. */
export async function saveRendered(
  tx: Db,
  rendered: readonly Pick<OutboxMessageRow, 'id' | 'language' | 'subject' | 'contentEncrypted' | 'situation'>[],
): Promise<void> {
  if (rendered.length === 0) return;
  const given = rendered.map(({ contentEncrypted, ...row }) => ({ ...row, content: toJson(contentEncrypted) }));
  await tx
    .update(outboxMessages)
    .set({
      language: sql`given.language`,
      subject: sql`given.subject`,
      situation: sql`given.situation`,
      contentEncrypted: sql`given.content`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given(id uuid, language text, subject text, situation text, content bytea)`,
    )
    .where(sql`${outboxMessages.id} = given.id`);
}
