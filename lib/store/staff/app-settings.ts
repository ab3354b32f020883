import { desc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../database/database';
import { appSettings } from '../schema/system';

/** Also read with an import; see `readImportHistory`. */
export const warningRulesKey = 'warning-rules';
/** The texts that the partner replaced. Also read with the branding and with an import. */
export const textsKey = 'texts';

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
  const rows = await db
    .selectDistinctOn([appSettings.key], {
      key: appSettings.key,
      version: appSettings.version,
      value: appSettings.value,
    })
    .from(appSettings)
    .where(inArray(appSettings.key, [...keys]))
    .orderBy(appSettings.key, desc(appSettings.version));
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
