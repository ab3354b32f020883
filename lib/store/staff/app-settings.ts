import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { appSettings } from '../schema/system';

/** Also read with an import; see `readImportHistory`. */
export const warningRulesKey = 'warning-rules';
/** The texts that the partner replaced, of one language. Also read with the branding and with an import. */
export const textsKey = (language: string) => `texts/${language}`;

/** Returns the newest version. The caller parses the value. */
export async function readAppSetting(db: Db, key: string): Promise<{ version: number; value: unknown } | undefined> {
  const [row] = await db
    .select({ version: appSettings.version, value: appSettings.value })
    .from(appSettings)
    .where(eq(appSettings.key, key))
    .orderBy(desc(appSettings.version))
    .limit(1);
  return row;
}

/** The newest version of each, by key. */
export async function readAppSettings(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, { version: number; value: unknown }>> {
  // The highest version comes from the index; sorting the rows would read the values of all versions.
  const newest = db
    .select({ version: sql`max(${appSettings.version})` })
    .from(appSettings)
    .where(sql`${appSettings.key} = wanted.key`);
  const rows = await db
    .select({ key: appSettings.key, version: appSettings.version, value: appSettings.value })
    .from(sql`unnest(${sql.param([...keys])}::text[]) as wanted(key)`)
    .innerJoin(appSettings, sql`${appSettings.key} = wanted.key and ${appSettings.version} = (${newest})`);
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/** False if another admin saved this version first. */
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

/** For settings whose changes are in the audit log as well. */
export async function deleteAppSettingsUpTo(tx: Db, { key, version }: { key: string; version: number }): Promise<void> {
  await tx.delete(appSettings).where(and(eq(appSettings.key, key), lte(appSettings.version, version)));
}
