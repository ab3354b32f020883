import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../database/database';

/** Not for append-only tables. Returns how many were deleted. */
export async function deleteRows(
  tx: Db,
  { table, where, limit, skipLocked }: { table: PgTable; where: SQL | undefined; limit: number; skipLocked: boolean },
): Promise<number> {
  const lock = sql.raw(skipLocked ? ' for update skip locked' : '');
  const [row] = await tx
    .with(
      tx.$with('gone', { one: sql`1`.as('one') }).as(
        sql`delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${where} limit ${limit}${lock})) returning 1 as one`,
      ),
    )
    .select({ rows: sql<number>`count(*)::int` })
    .from(sql`gone`);
  return row?.rows ?? 0;
}
