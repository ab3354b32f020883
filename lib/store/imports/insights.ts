import { sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import {
  completions,
  createdWithin,
  importCreatedAt,
  maxStageRank,
  toTimestamptz,
  wasRequested,
} from './import-progress';

/** As a number, because the two drivers return computed timestamps differently. */
const epochMs = (timestamp: SQL) => sql<number | null>`(extract(epoch from ${timestamp}) * 1000)::float8`;

export interface FunnelCounts {
  created: number;
  credentials: number;
  sample: number;
  asked: number;
  accepted: number;
  completed: number;
}

/** How many imports created since `from` ever reached each step, even if they moved back later. */
export async function countFunnel(db: Db, environment: Environment, from: Date): Promise<FunnelCounts> {
  const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [row] = await db
    .select({
      created: sql<number>`count(*)::int`,
      credentials: count(sql`rank >= 1`),
      sample: count(sql`rank >= 3`),
      asked: count(sql`rank >= 4 or asked`),
      accepted: count(sql`rank >= 4 or decision = 'accepted'`),
      completed: count(sql`rank >= 6`),
    })
    .from(
      sql`(select decision, ${wasRequested} as asked, ${maxStageRank} as rank from imports
        where environment = ${environment} and ${createdWithin({ from, before: undefined })}) as cohort`,
    );
  return row ?? { created: 0, credentials: 0, sample: 0, asked: 0, accepted: 0, completed: 0 };
}

export interface FlowBucket {
  /** The first day of the bucket, in UTC, as YYYY-MM-DD. */
  day: string;
  count: number;
}

const bucketOf = (unit: 'day' | 'week', timestamp: SQL) =>
  // Not a parameter: PostgreSQL would not recognise the grouped expression as the same.
  sql<string>`to_char(date_trunc(${sql.raw(`'${unit}'`)}, ${timestamp} at time zone 'UTC'), 'YYYY-MM-DD')`;

async function countByBucket(db: Db, buckets: SQL): Promise<FlowBucket[]> {
  return db
    .select({ day: sql<string>`day`, count: sql<number>`count(*)::int` })
    .from(sql`(${buckets}) as flow`)
    .groupBy(sql`day`);
}

export async function countFlow(
  db: Db,
  environment: Environment,
  from: Date,
  unit: 'day' | 'week',
): Promise<{ started: FlowBucket[]; completed: FlowBucket[] }> {
  return {
    started: await countByBucket(
      db,
      sql`select ${bucketOf(unit, importCreatedAt)} as day from imports
        where environment = ${environment} and ${importCreatedAt} >= ${toTimestamptz(from)}`,
    ),
    completed: await countByBucket(
      db,
      sql`select ${bucketOf(unit, sql`completed_at`)} as day from ${completions(environment, from)} as completed`,
    ),
  };
}

export async function countTools(
  db: Db,
  environment: Environment,
  from: Date,
  limit: number,
): Promise<{ tool: string; count: number }[]> {
  return db
    .select({ tool: sql<string>`tool`, count: sql<number>`count(*)::int` })
    .from(
      sql`(select tool from imports where environment = ${environment} and ${importCreatedAt} >= ${toTimestamptz(from)} and tool is not null) as made`,
    )
    .groupBy(sql`tool`)
    .orderBy(sql`count(*) desc`, sql`tool`)
    .limit(limit);
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

/** Items that need attention: how many, since when, and the names of the oldest. */
export interface AttentionGroupRow {
  count: number;
  oldestMs: number | null;
  names: string[];
}

const maxNames = 2;

/** `from` selects `since` and `name`. */
async function readAttentionGroup(db: Db, from: SQL): Promise<AttentionGroupRow> {
  const [row] = await db
    .select({
      count: sql<number>`count`,
      oldestMs: sql<number | null>`oldest`,
      names: sql<string[]>`names`,
    })
    .from(
      sql`(
        with waiting as (${from})
        select (select count(*)::int from waiting) as count, ${epochMs(sql`(select min(since) from waiting)`)} as oldest,
          array(select name from waiting order by since, name limit ${maxNames}) as names
      ) as attention_group`,
    );
  return row ?? { count: 0, oldestMs: null, names: [] };
}

const nameOf = (table: SQL) => sql`coalesce(${table}.username, 'import ' || ${table}.id)`;

export async function readUnknownDecisions(
  db: Db,
  environment: Environment,
): Promise<AttentionGroupRow & { accepts: number; rejects: number }> {
  const group = await readAttentionGroup(
    db,
    sql`select coalesce(sent_at, proposed_at) as since, coalesce(username, 'import ' || import_id, 'a new import') as name
      from decisions where state = 'unknown' and environment = ${environment}`,
  );
  const [kinds] = await db
    .select({
      accepts: sql<number>`(count(*) filter (where kind <> 'reject'))::int`,
      rejects: sql<number>`(count(*) filter (where kind = 'reject'))::int`,
    })
    .from(sql`decisions`)
    .where(sql`state = 'unknown' and environment = ${environment}`);
  return { ...group, accepts: kinds?.accepts ?? 0, rejects: kinds?.rejects ?? 0 };
}

/** Imports that wait for a decision, by time of the request. */
export async function readWaitingImports(db: Db, environment: Environment): Promise<AttentionGroupRow> {
  return readAttentionGroup(
    db,
    sql`select coalesce(
          (select min(r.requested_at) from full_requests r
            where r.environment = i.environment and r.import_id = i.id and r.closed_at is null),
          (select max(d.proposed_at) from decisions d
            where d.environment = i.environment and d.import_id = i.id and d.state = 'proposed'),
          i.seen_at) as since, ${nameOf(sql`i`)} as name
      from imports i where i.environment = ${environment} and i.decision in ('asked', 'proposed')`,
  );
}

/** Proposals of other staff that need a second approver. */
export async function countForSecondApprover(db: Db, environment: Environment, staffId: string): Promise<number> {
  return db.$count(
    sql`decisions`,
    sql`state = 'proposed' and environment = ${environment} and needs_second and proposed_by_id is distinct from ${staffId}::uuid`,
  );
}

/** Requests that match no import. */
export async function readUnmatchedRequests(db: Db, environment: Environment): Promise<AttentionGroupRow> {
  return readAttentionGroup(
    db,
    sql`select requested_at as since, coalesce(username, 'somebody') as name from full_requests
      where environment = ${environment} and closed_at is null and import_id is null`,
  );
}

export async function readStuckImports(
  db: Db,
  environment: Environment,
  statusKey: string,
  since: Date,
): Promise<AttentionGroupRow> {
  return readAttentionGroup(
    db,
    sql`select since_to as since, ${nameOf(sql`imports`)} as name from imports
      where environment = ${environment} and status_key = ${statusKey} and gone = false and since_to < ${toTimestamptz(since)}`,
  );
}

/** Completed samples with many warnings. */
export async function readImportsWithManyWarnings(
  db: Db,
  environment: Environment,
  moreThan: number,
): Promise<AttentionGroupRow> {
  return readAttentionGroup(
    db,
    sql`select coalesce(since_to, first_seen_at) as since, ${nameOf(sql`imports`)} as name from imports
      where environment = ${environment} and status_key = 'Sample migration completed' and gone = false
        and warnings > ${moreThan}`,
  );
}

/** Verified deliveries that could not be applied, and recent ones by verdict. */
export async function countFailingDeliveries(
  db: Db,
  since: Date,
): Promise<{ notApplied: number; oldestMs: number | null; badSignature: number; verified: number }> {
  const [pending] = await db
    .select({ count: sql<number>`count(*)::int`, oldestMs: epochMs(sql`min(received_at)`) })
    .from(sql`deliveries`)
    .where(sql`verdict = 'verified' and applied_at is null and failure is not null`);
  const countRecent = (verdict: 'bad_signature' | 'verified') =>
    db.$count(sql`deliveries`, sql`verdict = ${verdict} and received_at >= ${toTimestamptz(since)}`);
  return {
    notApplied: pending?.count ?? 0,
    oldestMs: pending?.oldestMs ?? null,
    badSignature: await countRecent('bad_signature'),
    verified: await countRecent('verified'),
  };
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
