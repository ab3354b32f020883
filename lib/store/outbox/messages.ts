import { eq } from 'drizzle-orm';
import type { Db } from '../database/database';
import { outboxMessages } from '../schema/outbox';

export type OutboxMessageRow = typeof outboxMessages.$inferSelect;
export type NewMessage = typeof outboxMessages.$inferInsert;

/** A message whose key exists is left as it is. Returns the ids of those that were added. */
export async function insertMessages(tx: Db, rows: readonly NewMessage[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const added = await tx
    .insert(outboxMessages)
    .values([...rows])
    .onConflictDoNothing({ target: outboxMessages.key })
    .returning({ id: outboxMessages.id });
  return added.map(({ id }) => id);
}

/** The message says something else now. */
export async function saveRendered(
  tx: Db,
  id: string,
  rendered: Pick<NewMessage, 'subject' | 'contentEncrypted' | 'situation'>,
): Promise<void> {
  await tx.update(outboxMessages).set(rendered).where(eq(outboxMessages.id, id));
}
