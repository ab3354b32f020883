import { desc, eq, sql } from 'drizzle-orm';
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

/** Values whose key starts with `prefix`, newest first. */
export async function listInstallationValues(
  db: Db,
  prefix: string,
  limit = 10_000,
): Promise<{ key: string; value: unknown; at: Date }[]> {
  return db
    .select()
    .from(installation)
    .where(sql`starts_with(${installation.key}, ${prefix})`)
    .orderBy(desc(installation.at))
    .limit(limit);
}

export async function deleteInstallationValue(tx: Db, key: string): Promise<void> {
  await tx.delete(installation).where(eq(installation.key, key));
}

/** Locked until the transaction ends. */
export async function lockInstallationValue(tx: Db, key: string): Promise<unknown> {
  const [row] = await tx
    .select({ value: installation.value })
    .from(installation)
    .where(eq(installation.key, key))
    .for('update');
  return row?.value;
}
