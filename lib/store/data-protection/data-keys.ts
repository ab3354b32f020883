import { eq } from 'drizzle-orm';
import type { Db } from '../database/database';
import { dataKeys } from '../schema/system';

export async function readDataKey(db: Db, name: string): Promise<Buffer | undefined> {
  const [row] = await db.select({ encrypted: dataKeys.keyEncrypted }).from(dataKeys).where(eq(dataKeys.name, name));
  return row?.encrypted;
}

/** Keeps an existing key: two instances may need it for the first time at once. */
export async function insertDataKey(tx: Db, row: typeof dataKeys.$inferInsert): Promise<void> {
  await tx.insert(dataKeys).values(row).onConflictDoNothing();
}
