import { and, asc, eq } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { isOneOf } from '../database/is-one-of';
import { insertMany } from '../database/insert-many';
import { importFacts } from '../schema/imports';

export type ImportFactRow = typeof importFacts.$inferSelect;
export type NewImportFact = typeof importFacts.$inferInsert;

export async function listImportFacts(
  db: Db,
  environment: Environment,
  importIds: readonly string[],
): Promise<ImportFactRow[]> {
  if (importIds.length === 0) return [];
  return db
    .select()
    .from(importFacts)
    .where(and(eq(importFacts.environment, environment), isOneOf(importFacts.importId, importIds)))
    .orderBy(asc(importFacts.id));
}

export async function insertImportFacts(tx: Db, rows: readonly NewImportFact[]): Promise<void> {
  await insertMany(tx, importFacts, rows);
}
