import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { outboxMessages } from '../schema/outbox';

export const messageBatch = 100;

/** Messages with a content, in the order of their ids, after `afterId`; from the beginning if that is empty. */
export async function listMessageContents(db: Db, afterId: string, limit: number) {
  const rows = await db
    .select({
      id: outboxMessages.id,
      environment: outboxMessages.environment,
      importId: outboxMessages.importId,
      recipient: outboxMessages.recipient,
      encrypted: outboxMessages.contentEncrypted,
    })
    .from(outboxMessages)
    .where(
      and(
        isNotNull(outboxMessages.contentEncrypted),
        afterId === '' ? undefined : sql`${outboxMessages.id} > ${afterId}::uuid`,
      ),
    )
    .orderBy(asc(outboxMessages.id))
    .limit(limit);
  return rows.flatMap(({ encrypted, ...row }) => (encrypted === null ? [] : [{ ...row, encrypted }]));
}

export async function replaceMessageContent(tx: Db, id: string, contentEncrypted: Buffer): Promise<void> {
  await tx.update(outboxMessages).set({ contentEncrypted }).where(eq(outboxMessages.id, id));
}
