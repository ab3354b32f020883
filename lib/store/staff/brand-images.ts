import { and, eq, like, lt, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { appSettings } from '../schema/system';

const prefix = 'brand-image/';
const keyOf = (id: string) => `${prefix}${id}`;

/** The caller parses the value. */
export async function readBrandImageRow(db: Db, id: string): Promise<unknown> {
  const [row] = await db
    .select({ value: appSettings.value })
    .from(appSettings)
    .where(eq(appSettings.key, keyOf(id)))
    .limit(1);
  return row?.value;
}

/** An image that is stored already counts as new. */
export async function saveBrandImageRow(
  tx: Db,
  { id, ...row }: { id: string; value: unknown; by: string; at: Date },
): Promise<void> {
  await tx
    .insert(appSettings)
    .values({ key: keyOf(id), version: 1, ...row })
    .onConflictDoUpdate({
      target: [appSettings.key, appSettings.version],
      set: { at: row.at, value: sql`excluded.value`, by: row.by },
    });
}

/** Also waits for an upload that deletes it. */
export async function touchBrandImageRow(tx: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await tx
    .update(appSettings)
    .set({ at })
    .where(eq(appSettings.key, keyOf(id)));
}

export async function deleteBrandImageRows(
  tx: Db,
  { except, before }: { except: readonly string[]; before: Date },
): Promise<void> {
  await tx
    .delete(appSettings)
    .where(
      and(
        like(appSettings.key, `${prefix}%`),
        lt(appSettings.at, before),
        except.length === 0 ? undefined : notInArray(appSettings.key, except.map(keyOf)),
      ),
    );
}
