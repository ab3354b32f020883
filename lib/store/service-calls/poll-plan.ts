import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { imports, statusPeriods, pollUnits } from '../schema/imports';
import type { PollUnit } from './poll-schedule';

export interface PolledImport {
  id: string;
  username: string | null;
  statusKey: string | null;
  /** Minimum seconds in its status, on the database clock. */
  ageS: number;
  gone: boolean;
}

const polledImportColumns = {
  id: sql<string>`${imports.id}`,
  username: sql<string | null>`${imports.username}`,
  statusKey: sql<string | null>`${imports.statusKey}`,
  ageS: sql<number>`greatest(0, extract(epoch from now() - coalesce(${imports.sinceTo}, ${imports.firstSeenAt})))::float8`,
  gone: sql<boolean>`${imports.gone}`,
};

export async function readPolledImports(db: Db, unit: PollUnit): Promise<PolledImport[]> {
  return (await listPolledImports(db, [unit])).map((polled) => polled.import);
}

const importsOfUnit = {
  // Repeats the expression of the index `imports_username`, then compares exactly.
  username: sql`environment = 'live' and (username is null) = false
    and left(lower(coalesce(username, '')), 200) = left(lower(unit.key), 200) and username = unit.key`,
  import: sql`environment = 'live' and id = unit.key`,
};

export async function listPolledImports(
  db: Db,
  units: readonly PollUnit[],
): Promise<{ unit: PollUnit; import: PolledImport }[]> {
  // Only the kinds that are there: `imports` has many indexes, which makes planning slow.
  const kinds = [...new Set(units.map(({ kind }) => kind))].sort();
  if (kinds.length === 0) return [];
  const branches = kinds.map(
    (kind) => sql`select id, username, status_key, since_to, first_seen_at, gone from imports
      where unit.kind = ${sql.raw(`'${kind}'`)} and ${importsOfUnit[kind]}`,
  );
  const rows = await db
    .select({ unitKind: sql<PollUnit['kind']>`unit.kind`, unitKey: sql<string>`unit.key`, ...polledImportColumns })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as unit(kind text, key text)
        cross join lateral (${sql.join(branches, sql` union all `)}) as imports`,
    );
  return rows.map(({ unitKind, unitKey, ...row }) => ({ unit: { kind: unitKind, key: unitKey }, import: row }));
}

/** Imports without a poll unit, for example those stored while no poller ran. */
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

/** Adds units, or updates their rates. Moves the next poll forward if needed, never back. */
export async function schedulePollUnits(
  db: Db,
  plans: readonly (PollUnit & { inS: number; rate: number; fixedIntervalS: number | null })[],
): Promise<void> {
  if (plans.length === 0) return;
  await db.execute(sql`
    insert into poll_units (kind, key, next_poll_at, rate, fixed_interval_s)
    select kind, key, now() + make_interval(secs => "inS"), rate, "fixedIntervalS"
    from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb)
      as plan(kind text, key text, "inS" float8, rate float8, "fixedIntervalS" int)
    on conflict (kind, key) do update set next_poll_at = least(poll_units.next_poll_at, excluded.next_poll_at),
      rate = excluded.rate, fixed_interval_s = excluded.fixed_interval_s`);
}

export interface PollLoad {
  /** Units that can change, grouped by rate in logarithmic steps. */
  moving: { rate: number; units: number }[];
  restingPerS: number;
  restingUnits: number;
  /** Units that are due, and how long the first of them has been due. */
  overdue: number;
  overdueS: number;
}

export async function readPollLoad(db: Db): Promise<PollLoad> {
  const groups = await db
    .select({
      bin: sql<number>`round(ln(${pollUnits.rate}) * 5)::int`,
      units: sql<number>`count(*)::int`,
    })
    .from(pollUnits)
    .where(sql`${pollUnits.fixedIntervalS} is null`)
    .groupBy(sql`1`);
  const [rest] = await db
    .select({
      perS: sql<number>`coalesce(sum(1.0 / ${pollUnits.fixedIntervalS}), 0)::float8`,
      units: sql<number>`count(*)::int`,
    })
    .from(pollUnits)
    .where(sql`${pollUnits.fixedIntervalS} is not null`);
  const [late] = await db
    .select({
      units: sql<number>`count(*)::int`,
      byS: sql<number>`coalesce(extract(epoch from now() - min(next_poll_at) filter (where next_poll_at > to_timestamp(0))), 0)::float8`,
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

/** Seconds since the oldest poll of an import that can still change; null if there is none. */
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

/** How often imports left a status at this age, and the time they spent in it at this age. */
export interface ExposureRow {
  statusKey: string;
  ageBucket: number;
  exits: number;
  exposureS: number;
}

/** Includes periods that still last, or every status would look faster than it is. */
export async function readExposures(db: Db, edgesS: readonly number[]): Promise<ExposureRow[]> {
  const buckets = sql.join(
    edgesS.map((from, index) => sql`(${index}::int, ${from}::float8, ${edgesS[index + 1] ?? 1e12}::float8)`),
    sql`, `,
  );
  return db
    .select({
      statusKey: sql<string>`periods.status_key`,
      ageBucket: sql<number>`bucket.nr`,
      exits: sql<number>`(count(*) filter (where periods.ended and periods.s >= bucket.lo and periods.s < bucket.hi))::int`,
      exposureS: sql<number>`sum(least(periods.s, bucket.hi) - bucket.lo)`,
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
      ) periods join (values ${buckets}) bucket(nr, lo, hi) on periods.s >= bucket.lo`,
    )
    .groupBy(sql`1, 2`);
}
