import { desc, eq } from 'drizzle-orm';
import type { Db } from '../database/database';
import { appSettings } from '../schema/system';

/** What admins set in the app, by key; the newest version counts. The caller parses the value with its own schema. */
export async function readAppSetting(db: Db, key: string): Promise<{ version: number; value: unknown } | undefined> {
  const [row] = await db
    .select({ version: appSettings.version, value: appSettings.value })
    .from(appSettings)
    .where(eq(appSettings.key, key))
    .orderBy(desc(appSettings.version))
    .limit(1);
  return row;
}

/** False when somebody else saved that version first. */
export async function insertAppSetting(
  tx: Db,
  row: { key: string; version: number; value: unknown; by: string; at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insert(appSettings)
    .values(row)
    .onConflictDoNothing()
    .returning({ version: appSettings.version });
  return inserted.length === 1;
}
