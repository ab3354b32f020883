import { and, eq, ne, sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { importCounts } from '../schema/imports';

export interface StatusCount {
  /** Null if the status is unknown. */
  statusKey: string | null;
  gone: boolean;
  count: number;
}

/** Adds to the counts. Rows are updated in a fixed order, so that two transactions cannot deadlock. */
export async function updateImportCounts(
  tx: Db,
  environment: Environment,
  changes: readonly StatusCount[],
): Promise<void> {
  const sums = new Map<string, StatusCount & { statusKey: string }>();
  for (const { statusKey, gone, count } of changes) {
    const key = `${gone ? 1 : 0} ${statusKey ?? ''}`;
    sums.set(key, { statusKey: statusKey ?? '', gone, count: (sums.get(key)?.count ?? 0) + count });
  }
  const rows = [...sums]
    .filter(([, { count }]) => count !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => ({ environment, ...row }));
  if (rows.length === 0) return;
  await tx
    .insert(importCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: [importCounts.environment, importCounts.statusKey, importCounts.gone],
      set: { count: sql`${importCounts.count} + excluded.count` },
    });
}

export async function listImportCounts(db: Db, environment: Environment): Promise<StatusCount[]> {
  const rows = await db
    .select({ statusKey: importCounts.statusKey, gone: importCounts.gone, count: importCounts.count })
    .from(importCounts)
    .where(and(eq(importCounts.environment, environment), ne(importCounts.count, 0)));
  return rows.map((row) => ({ ...row, statusKey: row.statusKey === '' ? null : row.statusKey }));
}

/** Recounts from the imports table, which is locked against changes meanwhile. */
export async function recountImports(tx: Db): Promise<void> {
  await tx.execute(sql`lock table imports in share mode`);
  await tx.delete(importCounts);
  await tx.execute(
    sql`insert into import_counts (environment, status_key, gone, count)
      select environment, coalesce(status_key, ''), gone, count(*) from imports group by 1, 2, 3`,
  );
}
