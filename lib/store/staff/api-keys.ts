import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { apiKeys } from '../schema/api-keys';

export type ApiKeyRow = typeof apiKeys.$inferSelect;

export async function findApiKeyBySecret(db: Db, secretHash: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(or(eq(apiKeys.secretHash, secretHash), eq(apiKeys.oldSecretHash, secretHash)));
  return row;
}

/** Keys in use first, then revoked ones, each newest first. */
export async function listApiKeys(db: Db): Promise<ApiKeyRow[]> {
  return db
    .select()
    .from(apiKeys)
    .orderBy(sql`${apiKeys.revokedAt} is not null`, desc(apiKeys.createdAt), apiKeys.id);
}

export async function lockApiKey(tx: Db, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id)).for('update');
  return row;
}

/** Serialises the creation of keys, so that their limit holds. */
export async function countApiKeysInUse(tx: Db): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('api keys', 0))`);
  return tx.$count(
    apiKeys,
    and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`))),
  );
}

export async function insertApiKey(tx: Db, row: typeof apiKeys.$inferInsert): Promise<ApiKeyRow[]> {
  return tx.insert(apiKeys).values(row).returning();
}

export async function updateApiKey(
  tx: Db,
  id: string,
  set: Partial<typeof apiKeys.$inferInsert>,
): Promise<ApiKeyRow[]> {
  return tx.update(apiKeys).set(set).where(eq(apiKeys.id, id)).returning();
}

/** Counts a call over all instances, on the database clock. False if the minute already has `max` calls. */
export async function countApiKeyCall(db: Db, id: string, max: number): Promise<boolean> {
  const inMinute = gt(apiKeys.lastUsedAt, sql`now() - interval '1 minute'`);
  const counted = await db
    .update(apiKeys)
    .set({
      calls: sql`case when ${inMinute} then ${apiKeys.calls} + 1 else 1 end`,
      lastUsedAt: sql`case when ${inMinute} then ${apiKeys.lastUsedAt} else now() end`,
    })
    .where(and(eq(apiKeys.id, id), sql`((${inMinute}) is not true or ${apiKeys.calls} < ${max})`))
    .returning({ id: apiKeys.id });
  return counted.length > 0;
}

/** What the audit log says about them stays. */
export async function sweepApiKeys(db: Db, before: Date): Promise<void> {
  await db.delete(apiKeys).where(or(lt(apiKeys.revokedAt, before), lt(apiKeys.expiresAt, before)));
}
