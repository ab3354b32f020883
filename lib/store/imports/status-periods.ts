import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { insertMany } from '../database/insert-many';
import { statusPeriods } from '../schema/imports';

export type NewStatusPeriod = typeof statusPeriods.$inferInsert;

/** Late observations can change earlier durations, so all periods of an import are rewritten. */
export async function replaceStatusPeriods(
  tx: Db,
  environment: Environment,
  importIds: readonly string[],
  rows: readonly NewStatusPeriod[],
): Promise<void> {
  if (importIds.length === 0) return;
  await tx
    .delete(statusPeriods)
    .where(and(eq(statusPeriods.environment, environment), inArray(statusPeriods.importId, [...importIds])));
  await insertMany(tx, statusPeriods, rows);
}

/** Based on the most recent periods in this status. */
export async function summariseStatusDurations(
  db: Db,
  environment: Environment,
  statusKey: string,
  limit: number,
): Promise<{ count: number; p90S: number | null }> {
  const recent = db
    .select({ durationS: statusPeriods.durationS })
    .from(statusPeriods)
    .where(and(eq(statusPeriods.environment, environment), eq(statusPeriods.statusKey, statusKey)))
    .orderBy(desc(statusPeriods.endedAt))
    .limit(limit)
    .as('recent');
  const [row] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      p90S: sql<number | null>`percentile_cont(0.9) within group (order by ${recent.durationS})`,
    })
    .from(recent);
  return row ?? { count: 0, p90S: null };
}
