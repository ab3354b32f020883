import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { isOneOf } from '../database/is-one-of';
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
    .where(and(eq(statusPeriods.environment, environment), isOneOf(statusPeriods.importId, importIds)));
  await insertMany(tx, statusPeriods, rows);
}

/** For every status that an import has, based on the most recent periods in it. */
export async function summariseStatusDurations(
  db: Db,
  environment: Environment,
  limit: { statuses: number; periods: number },
): Promise<{ statusKey: string; count: number; p90S: number | null }[]> {
  return db
    .select({
      statusKey: sql<string>`status_key`,
      count: sql<number>`count`.mapWith(Number),
      p90S: sql<number | null>`p90`,
    })
    .from(
      sql`(select value as status_key from import_counts
          where environment = ${environment} and facet = 'status' and value <> ''
          group by value having sum(count) > 0 order by value limit ${limit.statuses}) as used,
        lateral (select count(*) as count, percentile_cont(0.9) within group (order by duration_s) as p90 from (
          select duration_s from status_periods
          where environment = ${environment} and status_periods.status_key = used.status_key and ended_at is not null
          order by ended_at desc limit ${limit.periods}) as recent) as measured`,
    );
}

/** How long the most recent periods of live imports in each status took, for one tool and for all. */
export async function summariseStatusRanges(
  db: Db,
  of: { statusKeys: readonly string[]; tool: string | null; periods: number },
): Promise<{ statusKey: string; ofTool: boolean; count: number; p20S: number; p80S: number }[]> {
  const recent = (where: SQL) =>
    sql`select duration_s from status_periods where environment = 'live' and status_periods.status_key = asked.status_key
      ${where} and ended_at is not null order by ended_at desc limit ${of.periods}`;
  const measured = (ofTool: boolean, where: SQL) =>
    sql`select ${ofTool}::boolean as of_tool, count(*)::int as count,
      percentile_cont(array[0.2, 0.8]) within group (order by duration_s) as percentiles from (${recent(where)}) as recent`;
  return db
    .select({
      statusKey: sql<string>`status_key`,
      ofTool: sql<boolean>`of_tool`,
      count: sql<number>`count`,
      p20S: sql<number>`percentiles[1]`,
      p80S: sql<number>`percentiles[2]`,
    })
    .from(
      sql`unnest(${sql.param([...of.statusKeys])}::text[]) as asked(status_key),
        lateral (${measured(false, sql``)} union all ${measured(true, sql`and tool = ${of.tool}`)}) as measured`,
    )
    .where(sql`count > 0`);
}
