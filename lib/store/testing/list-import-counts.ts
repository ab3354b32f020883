import { eq, sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import type { FacetCount } from '../imports/import-counts';
import { manyWarnings } from '../imports/import-filter';
import { importCounts, importFacets, imports } from '../schema/imports';

/** The counts that the triggers keep, without those of zero. */
export async function listImportCounts(db: Db, environment: Environment): Promise<FacetCount[]> {
  const { facet, value, gone, count } = importCounts;
  const rows = await db
    .select({ facet, value, gone, count: sql<number>`sum(${count})`.mapWith(Number) })
    .from(importCounts)
    .where(eq(importCounts.environment, environment))
    .groupBy(facet, value, gone)
    .having(sql`sum(${count}) <> 0`);
  return inOrder(rows);
}

/** What they must be. */
export async function countFacets(db: Db, environment: Environment): Promise<FacetCount[]> {
  const counts = new Map<string, FacetCount>();
  for (const row of await db.select().from(imports).where(eq(imports.environment, environment))) {
    const values: Record<FacetCount['facet'], string> = {
      status: row.statusKey ?? '',
      decision: row.decision,
      tool: row.tool ?? '',
      family: row.family ?? '',
      creator: row.createdBy ?? '',
      warnings: row.warnings === 0 ? 'none' : row.warnings > manyWarnings ? 'many' : 'some',
    };
    for (const facet of importFacets) {
      const value = values[facet];
      const key = JSON.stringify([facet, value, row.gone]);
      counts.set(key, { facet, value, gone: row.gone, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  return inOrder([...counts.values()]);
}

const inOrder = (rows: FacetCount[]) => rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
