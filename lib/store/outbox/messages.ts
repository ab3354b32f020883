import type { Db } from '../database/database';
import { outboxMessages } from '../schema/outbox';
import { recordMessageChange } from './record-message-change';

export type OutboxMessageRow = typeof outboxMessages.$inferSelect;
export type NewMessage = typeof outboxMessages.$inferInsert;

/** A message whose key exists is left as it is. Open pages show the others. Returns the ids of those that were added. */
export async function insertMessages(tx: Db, rows: readonly NewMessage[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const added = await tx
    .insert(outboxMessages)
    .values([...rows])
    .onConflictDoNothing({ target: outboxMessages.key })
    .returning({
      id: outboxMessages.id,
      environment: outboxMessages.environment,
      importId: outboxMessages.importId,
    });
  await recordMessageChange(tx, added);
  return added.map(({ id }) => id);
}
