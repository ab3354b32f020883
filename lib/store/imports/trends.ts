import { sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { FunnelStep } from '../../contract/overview';
import type { Db } from '../database/database';
import {
  completions,
  createdWithin,
  importCreatedAt,
  maxStageRank,
  toTimestamptz,
  wasRequested,
} from './import-progress';

export interface FlowBucket {
  /** The first day of the bucket, in UTC, as YYYY-MM-DD. */
  day: string;
  count: number;
}

export interface Cohort {
  /** How many ever reached each step, even if they moved back later. */
  funnel: Record<FunnelStep, number>;
  started: FlowBucket[];
  /** Most imports first. */
  tools: { tool: string; count: number }[];
}

// Not a parameter: PostgreSQL would not recognise the grouped expression as the same.
const bucketOf = (unit: 'day' | 'week', timestamp: SQL) =>
  sql`date_trunc(${sql.raw(`'${unit}'`)}, ${timestamp} at time zone 'UTC')`;
const toDay = sql`to_char(bucket, 'YYYY-MM-DD')`;

/** Imports created since `from`, read once. */
export async function readCohort(
  db: Db,
  environment: Environment,
  { from, unit, maxTools }: { from: Date; unit: 'day' | 'week'; maxTools: number },
): Promise<Cohort> {
  const rows = await db
    .select({ kind: sql<'started' | 'tool' | FunnelStep>`kind`, name: sql<string>`name`, count: sql<number>`count` })
    .from(
      sql`(
        with cohort as materialized (
          select tool, decision, ${wasRequested} as asked, ${maxStageRank} as rank, ${bucketOf(unit, importCreatedAt)} as bucket
          from imports where environment = ${environment} and ${createdWithin({ from, before: undefined })}
        )
        select 'started' as kind, ${toDay} as name, count(*)::int as count from cohort group by bucket
        union all (select 'tool', tool, count(*)::int from cohort where tool is not null
          group by tool order by count(*) desc, tool limit ${maxTools})
        union all select step.kind, '', step.count from (select count(*)::int as created,
            (count(*) filter (where rank >= 1))::int as credentials,
            (count(*) filter (where rank >= 3))::int as sample,
            (count(*) filter (where rank >= 4 or asked))::int as asked,
            (count(*) filter (where rank >= 4 or decision = 'accepted'))::int as accepted,
            (count(*) filter (where rank >= 6))::int as completed from cohort) as funnel,
          lateral (values ('created', created), ('credentials', credentials), ('sample', sample), ('asked', asked),
            ('accepted', accepted), ('completed', completed)) as step(kind, count)
      ) as counted`,
    );
  const stepCount = (step: FunnelStep) => rows.find(({ kind }) => kind === step)?.count ?? 0;
  return {
    funnel: {
      created: stepCount('created'),
      credentials: stepCount('credentials'),
      sample: stepCount('sample'),
      asked: stepCount('asked'),
      accepted: stepCount('accepted'),
      completed: stepCount('completed'),
    },
    started: rows.flatMap(({ kind, name, count }) => (kind === 'started' ? [{ day: name, count }] : [])),
    tools: rows.flatMap(({ kind, name, count }) => (kind === 'tool' ? [{ tool: name, count }] : [])),
  };
}

export async function countCompleted(
  db: Db,
  environment: Environment,
  from: Date,
  unit: 'day' | 'week',
): Promise<FlowBucket[]> {
  return db.select({ day: sql<string>`day`, count: sql<number>`count` }).from(
    sql`(select ${toDay} as day, count(*)::int as count from (
        select ${bucketOf(unit, sql`completed_at`)} as bucket from ${completions(environment, from)} as completed
      ) as flow group by bucket) as counted`,
  );
}

export interface StatusDurationStats {
  tool: string;
  statusKey: string;
  count: number;
  medianS: number;
  p90S: number;
}

/** Time spent in these statuses, for periods that ended since `from`. */
export async function measureStatusDurations(
  db: Db,
  environment: Environment,
  from: Date,
  of: { tools: readonly string[]; statusKeys: readonly string[] },
): Promise<StatusDurationStats[]> {
  if (of.tools.length === 0) return [];
  return db
    .select({
      tool: sql<string>`tool`,
      statusKey: sql<string>`status_key`,
      count: sql<number>`count(*)::int`,
      medianS: sql<number>`percentile_cont(0.5) within group (order by duration_s)`,
      p90S: sql<number>`percentile_cont(0.9) within group (order by duration_s)`,
    })
    .from(
      sql`(select tool, status_key, duration_s from status_periods where environment = ${environment}
        and status_key in ${[...of.statusKeys]} and ended_at >= ${toTimestamptz(from)} and tool in ${[...of.tools]}) as measured`,
    )
    .groupBy(sql`tool`, sql`status_key`);
}

/** From request to approval, for decisions approved since `from`. */
export async function readMedianDecisionS(db: Db, environment: Environment, from: Date): Promise<number | null> {
  const [row] = await db
    .select({ medianS: sql<number | null>`percentile_cont(0.5) within group (order by took)` })
    .from(
      sql`(select extract(epoch from d.approved_at - (
            select max(r.requested_at) from full_requests r
            where r.environment = d.environment and r.import_id = d.import_id and r.requested_at <= d.approved_at
          ))::float8 as took
        from decisions d where d.environment = ${environment} and d.approved_at >= ${toTimestamptz(from)}) as decided`,
    )
    .where(sql`took is not null`);
  return row?.medianS ?? null;
}
