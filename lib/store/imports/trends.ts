import { sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import { funnelSteps, type FunnelStep } from '../../contract/overview';
import type { Db } from '../database/database';
import { toTimestamptz } from './import-progress';

interface FlowBucket {
  /** The first day of the bucket, in UTC, as YYYY-MM-DD. */
  day: string;
  count: number;
}

export interface Cohort {
  /** How many ever reached each step, even if they moved back later. */
  funnel: Record<FunnelStep, number>;
  started: FlowBucket[];
  completed: FlowBucket[];
  /** Most imports first. */
  tools: { tool: string; count: number }[];
}

/** Imports created since `from`, and those completed since then, from the counts of each day. */
export async function readCohort(
  db: Db,
  environment: Environment,
  { from, unit, maxTools }: { from: Date; unit: 'day' | 'week'; maxTools: number },
): Promise<Cohort> {
  // Not a parameter: PostgreSQL would not recognise the grouped expression as the same.
  const bucket = sql.raw(`to_char(date_trunc('${unit}', day::timestamp), 'YYYY-MM-DD')`);
  const daysOf = (facet: 'steps' | 'tool' | 'completed') => sql`from import_days
    where environment = ${environment} and facet = ${facet} and day >= ${from.toISOString().slice(0, 10)}::date`;
  const reached = funnelSteps.map((step, place) => {
    const isReached = place === 0 ? sql`true` : sql`substr(value, ${place}::int, 1) = '1'`;
    return sql`sum(count) filter (where ${isReached}) as ${sql.identifier(step)}`;
  });
  const steps = funnelSteps.map((step) => sql`(${step}::text, ${sql.identifier(step)})`);
  const rows = await db
    .select({
      kind: sql<'started' | 'completed on' | 'tool' | FunnelStep>`kind`,
      name: sql<string>`name`,
      count: sql<number>`coalesce(count, 0)`.mapWith(Number),
    })
    .from(
      sql`(
        select 'started' as kind, ${bucket} as name, sum(count) as count ${daysOf('steps')} group by 2
        union all select 'completed on', ${bucket}, sum(count) ${daysOf('completed')} group by 2
        union all (select 'tool', value, sum(count) ${daysOf('tool')}
          group by value having sum(count) > 0 order by sum(count) desc, value limit ${maxTools})
        union all select step, '', steps.count from (select ${sql.join(reached, sql`, `)} ${daysOf('steps')}) as funnel,
          lateral (values ${sql.join(steps, sql`, `)}) as steps (step, count)
      ) as counted`,
    );
  const stepCount = (step: FunnelStep) => rows.find(({ kind }) => kind === step)?.count ?? 0;
  const buckets = (wanted: 'started' | 'completed on') =>
    rows.flatMap(({ kind, name, count }) => (kind === wanted ? [{ day: name, count }] : []));
  return {
    funnel: {
      created: stepCount('created'),
      credentials: stepCount('credentials'),
      sample: stepCount('sample'),
      asked: stepCount('asked'),
      accepted: stepCount('accepted'),
      completed: stepCount('completed'),
    },
    started: buckets('started'),
    completed: buckets('completed on'),
    tools: rows.flatMap(({ kind, name, count }) => (kind === 'tool' ? [{ tool: name, count }] : [])),
  };
}

/** Most imports first; those since `recent` count four times. From the counts of each day, not from the imports. */
export async function listPopularTools(
  db: Db,
  environment: Environment,
  { from, recent, limit }: { from: Date; recent: Date; limit: number },
): Promise<string[]> {
  const dayOf = (at: Date) => sql`${at.toISOString().slice(0, 10)}::date`;
  const rows = await db
    .select({ tool: sql<string>`value` })
    .from(
      sql`(select value, sum(count * case when day >= ${dayOf(recent)} then 4 else 1 end) as weight, sum(count) as count
        from import_days where environment = ${environment} and facet = 'tool' and day >= ${dayOf(from)} and value <> ''
        group by value having sum(count) > 0) as counted`,
    )
    .orderBy(sql`weight desc, value`)
    .limit(limit);
  return rows.map(({ tool }) => tool);
}

export interface StatusDurationStats {
  tool: string;
  statusKey: string;
  count: number;
  medianS: number;
  p90S: number;
}

/** Uses the most recent periods of each tool and status that ended since `from`. */
export async function measureStatusDurations(
  db: Db,
  environment: Environment,
  from: Date,
  of: { tools: readonly string[]; statusKeys: readonly string[]; maxPeriods: number },
): Promise<StatusDurationStats[]> {
  if (of.tools.length === 0) return [];
  return db
    .select({
      tool: sql<string>`tool`,
      statusKey: sql<string>`status_key`,
      count: sql<number>`count`,
      medianS: sql<number>`percentiles[1]`,
      p90S: sql<number>`percentiles[2]`,
    })
    .from(
      sql`unnest(${sql.param([...of.tools])}::text[]) as tool, unnest(${sql.param([...of.statusKeys])}::text[]) as status_key,
        lateral (select count(*)::int as count, percentile_cont(array[0.5, 0.9]) within group (order by duration_s) as percentiles
          from (select duration_s from status_periods where environment = ${environment} and status_periods.tool = tool.tool
            and status_periods.status_key = status_key.status_key and ended_at >= ${toTimestamptz(from)}
            order by ended_at desc limit ${of.maxPeriods}) as recent) as measured`,
    )
    .where(sql`count > 0`);
}

/** From request to approval, of the most recent decisions approved since `from`. Without an open request, none is counted. */
export async function readMedianDecisionS(
  db: Db,
  environment: Environment,
  from: Date,
  maxDecisions: number,
): Promise<number | null> {
  const [row] = await db
    .select({ medianS: sql<number | null>`percentile_cont(0.5) within group (order by took)` })
    .from(
      sql`(select extract(epoch from d.approved_at - (
            select max(r.requested_at) from full_requests r
            where r.environment = d.environment and r.import_id = d.import_id and r.requested_at <= d.approved_at
              and (r.closed_at is null or r.closed_at >= d.created_at)
          ))::float8 as took
        from (select * from decisions where environment = ${environment} and approved_at >= ${toTimestamptz(from)}
          and state <> 'withdrawn' order by approved_at desc limit ${maxDecisions}) as d) as decided`,
    )
    .where(sql`took is not null`);
  return row?.medianS ?? null;
}
