import { eq } from 'drizzle-orm';
import type { Db } from './database';
import { installation } from '../schema/system';

export async function readInstallationValue(db: Db, key: string): Promise<{ value: unknown; at: Date } | undefined> {
  const [row] = await db
    .select({ value: installation.value, at: installation.at })
    .from(installation)
    .where(eq(installation.key, key));
  return row;
}

export async function writeInstallationValue(tx: Db, row: { key: string; value: unknown; at: Date }): Promise<void> {
  await tx
    .insert(installation)
    .values(row)
    .onConflictDoUpdate({ target: installation.key, set: { value: row.value, at: row.at } });
}

export async function deleteInstallationValue(db: Db, key: string): Promise<void> {
  await db.delete(installation).where(eq(installation.key, key));
}
