import { getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../database/database';
import { toJson } from '../database/insert-many';
import { deliveries } from '../schema/webhooks';

/** `times` is how often it was received. A claimed one is leased to the caller, if it is new. */
type ReceivedDelivery = Omit<
  typeof deliveries.$inferInsert,
  'lastReceivedAt' | 'appliedAt' | 'appliedBy' | 'claimedUntil' | 'attempts' | 'failure'
> & { times: number; claim: boolean };

const savedRowsSchema = z.object({
  rows: z.array(
    z.object({
      given: z.string(),
      id: z.string(),
      /** Neither stored with this verdict before, nor verified. */
      first: z.boolean(),
      /** The same content was verified before, whatever the verdict is now. */
      verifiedBefore: z.boolean(),
    }),
  ),
});
type SavedDelivery = Omit<z.infer<typeof savedRowsSchema>['rows'][number], 'given'>;

const savedColumns = Object.entries(getTableColumns(deliveries)).filter(
  ([field]) => !['appliedAt', 'appliedBy', 'claimedUntil', 'attempts', 'failure'].includes(field),
);
const savedNames = sql.join(
  savedColumns.map(([, { name }]) => sql.identifier(name)),
  sql`, `,
);
const savedTypes = sql.join(
  savedColumns.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
  sql`, `,
);

/**
 * Stores deliveries once per content and verdict, and counts repeats; signed content that was verified before is only
 * counted. Signed rows must differ in content, others in content or verdict. Locks rows by content, as `countRepeats`
 * does, so that instances cannot deadlock; one by one, because a join might read all verified ones. Returns the results by
 * the id of the row.
 */
export async function saveDeliveries(
  tx: Db,
  rows: readonly ReceivedDelivery[],
  { leaseS }: { leaseS: number },
): Promise<ReadonlyMap<string, SavedDelivery>> {
  if (rows.length === 0) return new Map();
  const given = rows.map((row) => ({
    ...Object.fromEntries(
      savedColumns.map(([field, { name }]) => [
        name,
        toStorable(Reflect.get({ lastReceivedAt: row.receivedAt, ...row }, field)),
      ]),
    ),
    claim: row.claim,
  }));
  const result = await tx.execute(sql`
    with given as materialized (
      -- plan each time: a plan for a small table reads all of it
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(${savedTypes}, claim boolean)
      order by content_hash
    ), verified as materialized (
      select stored.id, given.id as given_id, given.times, given.last_received_at
      from given cross join lateral (select id from deliveries
        where content_hash = given.content_hash and verdict = 'verified' limit 1 for update) as stored
      where given.scheme is not null
    ), repeated as (
      update deliveries
      set times = deliveries.times + verified.times, last_received_at = verified.last_received_at
      from verified where deliveries.id = verified.id
      returning deliveries.id, verified.given_id
    ), saved as (
      insert into deliveries (${savedNames}, claimed_until, attempts)
      select ${savedNames}, case when claim then now() + make_interval(secs => ${leaseS}) end, claim::int
      from given where id not in (select given_id from verified) order by content_hash
      on conflict (content_hash, verdict)
      do update set times = deliveries.times + excluded.times, last_received_at = excluded.last_received_at
      returning id, content_hash, verdict, times
    )
    select given.id as given, coalesce(repeated.id, saved.id) as id,
      repeated.id is null and saved.times = given.times as first, repeated.id is not null as "verifiedBefore"
    from given left join repeated on repeated.given_id = given.id
      left join saved on saved.content_hash = given.content_hash and saved.verdict = given.verdict`);
  return new Map(savedRowsSchema.parse(result).rows.map(({ given: id, ...saved }) => [id, saved]));
}

function toStorable(value: unknown): unknown {
  // A lone surrogate is not valid in JSON.
  return typeof value === 'string' ? value.toWellFormed() : toJson(value);
}

/** Counts repeats of stored deliveries. */
export async function countRepeats(tx: Db, repeats: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const rows = [...repeats].map(([id, times]) => ({ id, times }));
  if (rows.length === 0) return;
  await tx.execute(sql`
    with repeated as materialized (
      select deliveries.id, given.times
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id uuid, times int)
        join deliveries on deliveries.id = given.id
      order by deliveries.content_hash for update of deliveries
    )
    update deliveries set times = deliveries.times + repeated.times, last_received_at = ${at.toISOString()}::timestamptz
    from repeated where deliveries.id = repeated.id`);
}

const countersSchema = z.object({ rows: z.array(z.object({ verdict: z.string(), quietForMs: z.number() })) });

/**
 * Counts deliveries, including pruned ones. Returns the time since the last delivery with each verdict, if there was one.
 * Counters are locked by name, after deliveries.
 */
export async function countDeliveries(
  tx: Db,
  counts: ReadonlyMap<string, number>,
  at: Date,
): Promise<ReadonlyMap<string, number>> {
  if (counts.size === 0) return new Map();
  const rows = [...counts].map(([verdict, count]) => ({ verdict, count }));
  const timestamp = sql`${at.toISOString()}::timestamptz`;
  const result = await tx.execute(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(verdict text, count bigint)
    ), counted as (
      insert into delivery_counters (verdict, count, last_at)
      select verdict, count, ${timestamp} from given order by verdict
      on conflict (verdict) do update set count = delivery_counters.count + excluded.count,
        last_at = greatest(delivery_counters.last_at, excluded.last_at)
    )
    select verdict, (extract(epoch from ${timestamp} - last_at) * 1000)::float8 as "quietForMs"
    from delivery_counters where verdict in (select verdict from given)`);
  return new Map(countersSchema.parse(result).rows.map(({ verdict, quietForMs }) => [verdict, quietForMs]));
}
