import { eq } from 'drizzle-orm';
import type { Db } from '../database/database';
import { connection } from '../schema/system';

export type ConnectionRow = Omit<typeof connection.$inferSelect, 'id'>;

export async function readConnectionRow(db: Db): Promise<ConnectionRow | undefined> {
  const columns = {
    version: connection.version,
    valueEncrypted: connection.valueEncrypted,
    by: connection.by,
    at: connection.at,
    checkedAt: connection.checkedAt,
  };
  const [row] = await db.select(columns).from(connection);
  return row;
}

/** Cheap enough to be repeated every few seconds. */
export async function readConnectionVersion(db: Db): Promise<number> {
  const [row] = await db.select({ version: connection.version }).from(connection);
  return row?.version ?? 0;
}

/** False if the stored version is not `basedOn` any more. The first version is based on 0. */
export async function writeConnectionRow(tx: Db, row: ConnectionRow, basedOn: number): Promise<boolean> {
  const written =
    basedOn === 0
      ? await tx.insert(connection).values(row).onConflictDoNothing().returning({ version: connection.version })
      : await tx
          .update(connection)
          .set(row)
          .where(eq(connection.version, basedOn))
          .returning({ version: connection.version });
  return written.length === 1;
}

/** False if another version was saved in the meantime. */
export async function markConnectionChecked(tx: Db, version: number, checkedAt: Date | null): Promise<boolean> {
  const marked = await tx
    .update(connection)
    .set({ checkedAt })
    .where(eq(connection.version, version))
    .returning({ version: connection.version });
  return marked.length === 1;
}
