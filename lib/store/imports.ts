import { and, eq, inArray, sql } from 'drizzle-orm';
import { getTableColumns } from 'drizzle-orm';
import type { Environment } from '../contract/environment';
import type { Db } from './database';
import { imports } from './schema/imports';

export type ImportRecord = typeof imports.$inferSelect;

/** Everything but the key and `decision`, which the sponsorship verbs keep. */
const { environment: _environment, id: _id, decision: _decision, ...derivedColumns } = getTableColumns(imports);
const fromExcluded = Object.fromEntries(
  Object.entries(derivedColumns).map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
);

export async function upsertImports(tx: Db, rows: readonly (typeof imports.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(imports)
    .values([...rows])
    .onConflictDoUpdate({ target: [imports.environment, imports.id], set: fromExcluded });
}

export async function getImport(db: Db, environment: Environment, id: string): Promise<ImportRecord | undefined> {
  const [row] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.environment, environment), eq(imports.id, id)));
  return row;
}

export async function getImports(db: Db, environment: Environment, ids: readonly string[]): Promise<ImportRecord[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(imports)
    .where(and(eq(imports.environment, environment), inArray(imports.id, [...ids])));
}
