import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { isOneOf } from '../database/is-one-of';
import { isOfCustomer } from '../imports/import-filter';
import { imports, statusPeriods } from '../schema/imports';
import { pollUnits } from '../schema/polling';
import { requestBudget } from '../schema/service-calls';
import type { PollUnit } from './poll-schedule';

export interface PolledImport {
  id: string;
  username: string | null;
  statusKey: string | null;
  /** Minimum seconds in its status, on the database clock. */
  ageS: number;
  gone: boolean;
  firstSeenAt: Date;
  /** Polled by itself, because it is missing from its customer's list. */
  unlisted: boolean;
}

const polledImportColumns = {
  id: sql<string>`${imports.id}`,
  username: sql<string | null>`${imports.username}`,
  statusKey: sql<string | null>`${imports.statusKey}`,
  ageS: sql<number>`greatest(0, extract(epoch from now() - coalesce(${imports.sinceTo}, ${imports.firstSeenAt})))::float8`,
  gone: imports.gone,
  firstSeenAt: imports.firstSeenAt,
  unlisted: sql<boolean>`exists (select 1 from poll_units where kind = 'import' and key = ${imports.id} and unlisted)`,
};

/** In this spelling. */
const haveUsername = (usernames: readonly string[]) =>
  and(
    eq(imports.environment, 'live'),
    isOfCustomer(sql`jsonb_array_elements_text(${JSON.stringify(usernames)}::jsonb)`),
    isOneOf(imports.username, usernames),
  );

/** The imports of these units. An import whose customer is known belongs to the customer's unit and to its own. */
export async function readPolledImports(db: Db, units: readonly PollUnit[]): Promise<PolledImport[]> {
  const keysOf = (kind: PollUnit['kind']) => units.flatMap((unit) => (unit.kind === kind ? [unit.key] : []));
  const read = (where: ReturnType<typeof and>) => db.select(polledImportColumns).from(imports).where(where);
  const usernames = keysOf('username');
  const ids = keysOf('import');
  const ofUsernames = usernames.length > 0 ? await read(haveUsername(usernames)) : [];
  const ofIds = ids.length > 0 ? await read(and(eq(imports.environment, 'live'), isOneOf(imports.id, ids))) : [];
  const seen = new Set(ofUsernames.map(({ id }) => id));
  return [...ofUsernames, ...ofIds.filter(({ id }) => !seen.has(id))];
}

/**
 * Imports without a poll unit, for example those stored while no poller ran. Usually there are none, so all imports are
 * compared: materialized, so that the limit does not lead to a search in an index for each of them.
 */
export async function listUnscheduledImports(
  db: Db,
  after: string,
  limit: number,
): Promise<Pick<PolledImport, 'id' | 'username'>[]> {
  return db
    .select({ id: sql<string>`id`, username: sql<string | null>`username` })
    .from(
      sql`(
        with unscheduled as materialized (
          select ${imports.id}, ${imports.username} from ${imports}
          where ${imports.environment} = 'live' and not ${imports.gone} and ${imports.id} > ${after}
            and not exists (select 1 from poll_units where kind = 'username' and key = ${imports.username})
            and not exists (select 1 from poll_units where kind = 'import' and key = ${imports.id})
        ) select * from unscheduled
      ) unscheduled`,
    )
    .orderBy(sql`id`)
    .limit(limit);
}

export interface UnitPlan {
  inS: number;
  rate: number;
  fixedIntervalS: number | null;
}

/** Adds units, or updates their rates. Moves the next poll forward if needed, never back. */
export async function schedulePollUnits(db: Db, plans: readonly (PollUnit & UnitPlan)[]): Promise<void> {
  if (plans.length === 0) return;
  await db.execute(sql`
    insert into poll_units as unit (kind, key, next_poll_at, rate, fixed_interval_s)
    select kind, key, now() + make_interval(secs => in_s), rate, fixed_interval_s from ${givenPlans(plans)}
    on conflict (kind, key) do update set
      next_poll_at = least(unit.next_poll_at, excluded.next_poll_at),
      rate = excluded.rate,
      fixed_interval_s = excluded.fixed_interval_s`);
}

/** Schedules the next polls of claimed units, except those that became urgent meanwhile: they stay due. */
export async function scheduleNextPolls(
  db: Db,
  plans: readonly (PollUnit & UnitPlan & { unlisted: boolean })[],
  by: string,
): Promise<void> {
  if (plans.length === 0) return;
  await db.execute(sql`
    update poll_units unit set
      next_poll_at = case when unit.urgent then unit.next_poll_at else now() + make_interval(secs => given.in_s) end,
      last_poll_at = now(),
      rate = given.rate,
      fixed_interval_s = given.fixed_interval_s,
      unlisted = given.unlisted,
      hinted = false,
      failures = 0,
      claimed_until = null,
      claimed_by = null
    from ${givenPlans(plans)}
    where unit.kind = given.kind and unit.key = given.key and unit.claimed_by = ${by}`);
}

/** One JSON parameter, so that the text of the statement does not depend on the number of units. */
const givenPlans = (plans: readonly (PollUnit & UnitPlan & { unlisted?: boolean })[]) => {
  const rows = plans.map(({ kind, key, inS, rate, fixedIntervalS, unlisted = false }) => ({
    kind,
    key,
    in_s: inS,
    rate,
    fixed_interval_s: fixedIntervalS,
    unlisted,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as given(kind text, key text, in_s float8, rate float8, fixed_interval_s int, unlisted boolean)`;
};

export interface Pace {
  perRoot: number;
  shortestS: number;
  longestS: number;
}

/** After the plan changed: the time that is left until each planned poll grows or shrinks like the unit's interval. */
export async function stretchPollSchedule(db: Db, before: Pace, after: Pace): Promise<void> {
  const interval = ({ perRoot, shortestS, longestS }: Pace) =>
    sql`least(${longestS}::float8, greatest(${shortestS}::float8, 1 / (${perRoot}::float8 * sqrt(${pollUnits.rate}))))`;
  await db
    .update(pollUnits)
    .set({
      nextPollAt: sql`now() + (${pollUnits.nextPollAt} - now()) * (${interval(after)} / ${interval(before)})`,
    })
    .where(
      sql`${pollUnits.fixedIntervalS} is null and ${pollUnits.rate} > 0 and ${pollUnits.claimedBy} is null and not ${pollUnits.hinted}
        and ${pollUnits.failures} = 0 and ${pollUnits.nextPollAt} > now()`,
    );
}

export interface PollLoad {
  /** Units that can change, grouped by rate in logarithmic steps. */
  moving: { rate: number; units: number; lists: boolean }[];
  restingPerS: number;
  restingUnits: number;
  /** Units that are due, and how long the first of them has been due. */
  overdue: number;
  overdueS: number;
  /** Requests that the pollers of all instances have sent so far, bulk lookups included. */
  sent: number;
  /** When this was read, on the database clock. */
  atS: number;
}

export async function readPollLoad(db: Db): Promise<PollLoad> {
  const isMoving = sql`${pollUnits.fixedIntervalS} is null`;
  const groups = await db
    .select({
      bin: sql<number | null>`case when ${isMoving} then round(ln(${pollUnits.rate}) * 5) end`,
      lists: sql<boolean>`${pollUnits.kind} = 'username'`,
      units: sql<number>`count(*)::int`,
      // The root, because polls are distributed by it.
      root: sql<number>`avg(sqrt(${pollUnits.rate}))::float8`,
      restingPerS: sql<number>`coalesce(sum(1.0 / ${pollUnits.fixedIntervalS}), 0)::float8`,
    })
    .from(pollUnits)
    // Most imports that are due are read once only, for their details.
    .where(sql`not (${pollUnits.kind} = 'import' and ${pollUnits.nextPollAt} <= now())`)
    .groupBy(sql`1, 2`);
  const [late] = await db
    .select({
      units: sql<number>`count(*)::int`,
      byS: sql<number>`coalesce(extract(epoch from now() - min(next_poll_at) filter (where next_poll_at > to_timestamp(0))), 0)::float8`,
      sent: sql<number>`coalesce((select ${requestBudget.pollerSlots} from ${requestBudget} where ${requestBudget.name} = 'live'), 0)::float8`,
      atS: sql<number>`extract(epoch from now())::float8`,
    })
    .from(pollUnits)
    .where(sql`${pollUnits.nextPollAt} <= now()`);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const resting = groups.filter(({ bin }) => bin === null);
  return {
    moving: groups
      .filter(({ bin }) => bin !== null)
      .map(({ root, units, lists }) => ({ rate: root ** 2, units, lists })),
    restingPerS: sum(resting.map(({ restingPerS }) => restingPerS)),
    restingUnits: sum(resting.map(({ units }) => units)),
    overdue: late?.units ?? 0,
    overdueS: late?.byS ?? 0,
    sent: late?.sent ?? 0,
    atS: late?.atS ?? 0,
  };
}

/** Seconds since the oldest poll of an import that can still change, through the index `imports_moving`. */
export const oldestPollS = sql<
  number | null
>`(select greatest(0, extract(epoch from now() - seen_at))::float8 from imports
  where environment = 'live' and not gone
    and (status_key is null or status_key not in ('Migration completed', 'Migration cleaned'))
  order by seen_at limit 1)`;

/** Null if there is none. */
export async function readOldestPollS(db: Db): Promise<number | null> {
  const [row] = await db.select({ seconds: oldestPollS }).from(sql`(values (1)) as one`);
  return row?.seconds ?? null;
}

/** How often imports left a status at this age, and the time they spent in it at this age. */
export interface ExposureRow {
  statusKey: string;
  ageBucket: number;
  exits: number;
  exposureS: number;
}

/**
 * Includes periods that still last, or every status would look faster than it is. Counts only time since the first of
 * the recent changes: before that no change is known, so statuses that last long would look slower than they are.
 */
export async function readExposures(db: Db, edgesS: readonly number[]): Promise<ExposureRow[]> {
  const buckets = sql.join(
    edgesS.map((from, index) => sql`(${index}::int, ${from}::float8, ${edgesS[index + 1] ?? 1e12}::float8)`),
    sql`, `,
  );
  const exposureS = sql`least(periods.s, bucket.hi) - greatest(periods.from_s, bucket.lo)`;
  return db
    .select({
      statusKey: sql<string>`periods.status_key`,
      ageBucket: sql<number>`bucket.nr`,
      exits: sql<number>`(count(*) filter (where periods.ended and periods.s >= bucket.lo and periods.s < bucket.hi))::int`,
      exposureS: sql<number>`sum(greatest(0, ${exposureS}))`,
    })
    .from(
      sql`(
        with recent as materialized (
          select ${statusPeriods.statusKey} as status_key, ${statusPeriods.durationS}::float8 as s, ${statusPeriods.endedAt} as ended_at
          from ${statusPeriods}
          where ${statusPeriods.environment} = 'live' and ${statusPeriods.endedAt} > now() - interval '90 days'
          order by ${statusPeriods.endedAt} desc limit 100000
        ), known as (select coalesce(min(ended_at), now()) as since from recent)
        select status_key, s, greatest(0, s - extract(epoch from ended_at - known.since))::float8 as from_s, true as ended
        from recent, known
        union all
        select status_key, age_s, greatest(0, age_s - extract(epoch from now() - known.since))::float8, false
        from known, (
          select ${imports.statusKey} as status_key,
            greatest(0, extract(epoch from now() - coalesce(${imports.sinceTo}, ${imports.firstSeenAt})))::float8 as age_s
          from ${imports}
          where ${imports.environment} = 'live' and not gone
            and (status_key is null or status_key not in ('Migration completed', 'Migration cleaned'))
            and status_key is not null
        ) lasting
      ) periods join (values ${buckets}) bucket(nr, lo, hi) on periods.s >= bucket.lo`,
    )
    .groupBy(sql`1, 2`);
}
