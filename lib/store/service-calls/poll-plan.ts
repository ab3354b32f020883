import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { imports, statusPeriods, pollUnits } from '../schema/imports';
import type { PollUnit } from './poll-schedule';

/** What the plan needs to know of each import of a unit. */
export interface PolledImport {
  id: string;
  username: string | null;
  statusKey: string | null;
  /** Seconds it has been in its status, at least; by the database's clock. */
  ageS: number;
  gone: boolean;
}

const polledImportColumns = {
  id: imports.id,
  username: imports.username,
  statusKey: imports.statusKey,
  ageS: sql<number>`greatest(0, extract(epoch from now() - coalesce(${imports.sinceTo}, ${imports.firstSeenAt})))`.mapWith(
    Number,
  ),
  gone: imports.gone,
};

/** Spelled as the index on usernames is, and then exactly. */
const hasUsername = (username: string) =>
  and(
    eq(imports.environment, 'live'),
    sql`(${imports.username} is null) = false`,
    sql`left(lower(coalesce(${imports.username}, '')), 200) = left(lower(${username}), 200)`,
    eq(imports.username, username),
  );

export async function readPolledImports(db: Db, unit: PollUnit): Promise<PolledImport[]> {
  return db
    .select(polledImportColumns)
    .from(imports)
    .where(
      unit.kind === 'username' ? hasUsername(unit.key) : and(eq(imports.environment, 'live'), eq(imports.id, unit.key)),
    );
}

/** Imports that no unit covers, such as those of a record that was filled while no watcher ran. */
export async function listUnscheduledImports(db: Db, after: string, limit: number): Promise<PolledImport[]> {
  return db
    .select(polledImportColumns)
    .from(imports)
    .where(
      and(
        eq(imports.environment, 'live'),
        eq(imports.gone, false),
        sql`${imports.id} > ${after}`,
        sql`not exists (select 1 from poll_units where kind = 'username' and key = ${imports.username})`,
        sql`not exists (select 1 from poll_units where kind = 'import' and key = ${imports.id})`,
      ),
    )
    .orderBy(imports.id)
    .limit(limit);
}

/** Begins to watch a unit, or watches it at its new pace: sooner when that is sooner, never later. */
export async function schedulePollUnit(
  db: Db,
  unit: PollUnit,
  plan: { inS: number; rate: number; fixedIntervalS: number | null },
): Promise<void> {
  await db
    .insert(pollUnits)
    .values({
      ...unit,
      nextPollAt: sql`now() + make_interval(secs => ${plan.inS})`,
      rate: plan.rate,
      fixedIntervalS: plan.fixedIntervalS,
    })
    .onConflictDoUpdate({
      target: [pollUnits.kind, pollUnits.key],
      set: {
        nextPollAt: sql`least(${pollUnits.nextPollAt}, now() + make_interval(secs => ${plan.inS}))`,
        rate: plan.rate,
        fixedIntervalS: plan.fixedIntervalS,
      },
    });
}

export interface PollLoad {
  /** Moving units, gathered by the root of their rate of change in steps of about a tenth. */
  moving: { rate: number; units: number }[];
  restingPerS: number;
  restingUnits: number;
  /** Units whose time has come, and how long ago for the first of them. */
  overdue: number;
  overdueS: number;
}

export async function readPollLoad(db: Db): Promise<PollLoad> {
  const groups = await db
    .select({
      bin: sql<number>`round(ln(${pollUnits.rate}) * 5)`.mapWith(Number),
      units: sql<number>`count(*)`.mapWith(Number),
    })
    .from(pollUnits)
    .where(sql`${pollUnits.fixedIntervalS} is null`)
    .groupBy(sql`1`);
  const [rest] = await db
    .select({
      perS: sql<number>`coalesce(sum(1.0 / ${pollUnits.fixedIntervalS}), 0)`.mapWith(Number),
      units: sql<number>`count(*)`.mapWith(Number),
    })
    .from(pollUnits)
    .where(sql`${pollUnits.fixedIntervalS} is not null`);
  const [late] = await db
    .select({
      units: sql<number>`count(*)`.mapWith(Number),
      byS: sql<number>`coalesce(extract(epoch from now() - min(next_poll_at) filter (where next_poll_at > to_timestamp(0))), 0)`.mapWith(
        Number,
      ),
    })
    .from(pollUnits)
    .where(sql`${pollUnits.nextPollAt} <= now()`);
  return {
    moving: groups.map(({ bin, units }) => ({ rate: Math.exp(bin / 5), units })),
    restingPerS: rest?.perS ?? 0,
    restingUnits: rest?.units ?? 0,
    overdue: late?.units ?? 0,
    overdueS: late?.byS ?? 0,
  };
}

/** How old the oldest look at something that may still move is, in seconds; null when nothing moves. */
export async function readOldestPollS(db: Db): Promise<number | null> {
  const [row] = await db
    .select({ seconds: sql<string>`extract(epoch from now() - ${imports.seenAt})` })
    .from(imports)
    .where(
      and(
        eq(imports.environment, 'live'),
        sql`not gone and (status_key is null or status_key not in ('Migration completed', 'Migration cleaned'))`,
      ),
    )
    .orderBy(imports.seenAt)
    .limit(1);
  return row ? Math.max(0, Number(row.seconds)) : null;
}

/** How often a status was left at that age (`exits`), out of how much time spent in it at that age. */
export interface ExposureRow {
  statusKey: string;
  ageBucket: number;
  exits: number;
  exposureS: number;
}

/**
 * How much time imports spent in each status at each age, and how often they left it then: of the stays that ended in
 * the last 90 days, and of those that still last. Leaving the latter out would make every status look quicker than it
 * is, since those that are stuck have not ended.
 */
export async function readExposures(db: Db, edgesS: readonly number[]): Promise<ExposureRow[]> {
  const buckets = sql.join(
    edgesS.map((from, index) => sql`(${index}::int, ${from}::float8, ${edgesS[index + 1] ?? 1e12}::float8)`),
    sql`, `,
  );
  const rows = await db
    .select({
      statusKey: sql<string>`lasted.status_key`,
      ageBucket: sql<number>`bucket.nr`.mapWith(Number),
      exits:
        sql<number>`count(*) filter (where lasted.ended and lasted.s >= bucket.lo and lasted.s < bucket.hi)`.mapWith(
          Number,
        ),
      exposureS: sql<number>`sum(least(lasted.s, bucket.hi) - bucket.lo)`.mapWith(Number),
    })
    .from(
      sql`(
        (select ${statusPeriods.statusKey} as status_key, ${statusPeriods.durationS}::float8 as s, true as ended
         from ${statusPeriods}
         where ${statusPeriods.environment} = 'live' and ${statusPeriods.endedAt} > now() - interval '90 days'
         order by ${statusPeriods.endedAt} desc limit 100000)
        union all
        select ${imports.statusKey}, greatest(0, extract(epoch from now() - coalesce(${imports.sinceTo}, ${imports.firstSeenAt})))::float8, false
        from ${imports}
        where ${imports.environment} = 'live' and not gone
          and (status_key is null or status_key not in ('Migration completed', 'Migration cleaned'))
          and status_key is not null
      ) lasted join (values ${buckets}) bucket(nr, lo, hi) on lasted.s >= bucket.lo`,
    )
    .groupBy(sql`1, 2`);
  return rows;
}
