import { asc, eq } from 'drizzle-orm';
import type { Db } from '../database/database';
import { insertMany } from '../database/insert-many';
import { bulkLookups } from '../schema/bulk-lookups';

export type NewBulkLookup = typeof bulkLookups.$inferInsert;

export async function insertBulkLookups(tx: Db, rows: readonly NewBulkLookup[]): Promise<void> {
  await insertMany(tx, bulkLookups, rows);
}

export async function listBulkLookups(db: Db, runId: string): Promise<(typeof bulkLookups.$inferSelect)[]> {
  return db.select().from(bulkLookups).where(eq(bulkLookups.runId, runId)).orderBy(asc(bulkLookups.position));
}
