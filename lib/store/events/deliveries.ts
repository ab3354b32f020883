import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { isLocked } from '../database/is-locked';
import { deliveries, deliveryCounters } from '../schema/webhooks';

export type DeliveryRow = typeof deliveries.$inferSelect;
export type Verdict = DeliveryRow['verdict'];

export async function listDeliveryCounters(db: Db): Promise<(typeof deliveryCounters.$inferSelect)[]> {
  return db.select().from(deliveryCounters).orderBy(asc(deliveryCounters.verdict));
}

/** Keeps the newest deliveries with these verdicts, up to a number and a size, so that they cannot fill the disk. */
export async function pruneDeliveries(
  tx: Db,
  {
    verdicts,
    keep,
    maxBytes = Number.MAX_SAFE_INTEGER,
  }: { verdicts: readonly Verdict[]; keep: number; maxBytes?: number },
): Promise<void> {
  const newest = verdicts.map(
    (verdict) => sql`(
      select received_at, id, body_bytes from deliveries where verdict = ${verdict} and applied_at is null
      order by received_at desc, id desc limit ${keep + 1}
    )`,
  );
  await tx.execute(sql`
    delete from deliveries using (
      select received_at, id from (
        select received_at, id, row_number() over newest_first as place, sum(body_bytes) over newest_first as bytes
        from (${sql.join(newest, sql` union all `)}) candidates
        window newest_first as (order by received_at desc, id desc)
      ) ranked
      where place > ${keep} or bytes > ${maxBytes}
      order by place limit 1
    ) excess
    where deliveries.verdict in ${[...verdicts]} and deliveries.applied_at is null
      and (deliveries.received_at, deliveries.id) <= (excess.received_at, excess.id)
  `);
}

const pending = and(
  sql`${deliveries.verdict} = 'verified' and ${deliveries.appliedAt} is null`,
  or(isNull(deliveries.claimedUntil), lt(deliveries.claimedUntil, sql`now()`)),
);

/** Leased, so that another instance applies them after a crash. */
export async function claimDeliveries(db: Db, options: { limit: number; leaseS: number }): Promise<DeliveryRow[]> {
  const free = db
    .select({ ctid: sql`ctid` })
    .from(deliveries)
    .where(pending)
    .orderBy(asc(deliveries.receivedAt))
    .limit(options.limit)
    .for('update', { skipLocked: true });
  return db
    .update(deliveries)
    .set({
      claimedUntil: sql`now() + make_interval(secs => ${options.leaseS})`,
      attempts: sql`${deliveries.attempts} + 1`,
    })
    .where(isLocked(free))
    .returning();
}

/**
 * Returns how many were marked: not those that were deleted meanwhile, nor, unless a person requests it, those that
 * another instance applied.
 */
export async function markDeliveriesApplied(
  tx: Db,
  ids: readonly string[],
  applied: { at: Date; by: string | null },
): Promise<number> {
  const rows = await tx
    .update(deliveries)
    .set({ appliedAt: applied.at, appliedBy: applied.by, claimedUntil: null, failure: null })
    .where(
      and(
        sql`${deliveries.id} = any(${`{${ids.join(',')}}`}::uuid[])`,
        applied.by === null ? isNull(deliveries.appliedAt) : undefined,
      ),
    )
    .returning({ id: deliveries.id });
  return rows.length;
}

export async function markDeliveryFailed(
  db: Db,
  id: string,
  failed: { failure: string; againInS: number },
): Promise<void> {
  await db
    .update(deliveries)
    .set({
      failure: failed.failure.slice(0, 1000),
      claimedUntil: sql`now() + make_interval(secs => ${failed.againInS})`,
    })
    .where(eq(deliveries.id, id));
}

/** Saves the result of a repeated check. False if this content and verdict already exist. */
export async function updateDeliveryVerdict(
  tx: Db,
  id: string,
  result: Pick<DeliveryRow, 'verdict' | 'reason' | 'scheme' | 'importId' | 'status' | 'happenedAt'>,
): Promise<boolean> {
  const [row] = await tx.select({ hash: deliveries.contentHash }).from(deliveries).where(eq(deliveries.id, id));
  if (!row) return false;
  const [other] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.contentHash, row.hash),
        eq(deliveries.verdict, result.verdict),
        sql`${deliveries.id} <> ${id}::uuid`,
      ),
    );
  if (other) return false;
  await tx.update(deliveries).set(result).where(eq(deliveries.id, id));
  return true;
}

export async function readDeliveryRow(db: Db, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id));
  return row;
}

const {
  contentHash: _contentHash,
  bodyEncrypted: _bodyEncrypted,
  headers: _headers,
  claimedUntil: _claimedUntil,
  attempts: _attempts,
  ...listedColumns
} = getTableColumns(deliveries);
export type ListedDelivery = Pick<DeliveryRow, keyof typeof listedColumns>;

export async function listDeliveries(
  db: Db,
  query: { verdicts: readonly Verdict[]; before?: { receivedAt: Date; id: string }; limit: number },
): Promise<ListedDelivery[]> {
  return db
    .select(listedColumns)
    .from(deliveries)
    .where(
      and(
        query.verdicts.length === 0 ? undefined : inArray(deliveries.verdict, [...query.verdicts]),
        query.before === undefined
          ? undefined
          : sql`(${deliveries.receivedAt}, ${deliveries.id}) < (${query.before.receivedAt.toISOString()}::timestamptz, ${query.before.id}::uuid)`,
      ),
    )
    .orderBy(desc(deliveries.receivedAt), desc(deliveries.id))
    .limit(query.limit);
}

/** A body may be a megabyte. */
export const deliveryBatch = { rows: 100, bytes: 8_000_000 };

/** In the order of their ids, after `afterId`; from the beginning if that is empty. */
export async function listDeliveryBodies(
  db: Db,
  afterId: string,
  limit: { rows: number; bytes: number },
): Promise<{ id: string; importId: string | null; encrypted: Buffer }[]> {
  const next = db.$with('next').as(
    db
      .select({ id: deliveries.id, bytes: sql<number>`octet_length(${deliveries.bodyEncrypted})`.as('bytes') })
      .from(deliveries)
      .where(afterId === '' ? undefined : sql`${deliveries.id} > ${afterId}::uuid`)
      .orderBy(asc(deliveries.id))
      .limit(limit.rows),
  );
  const summed = db.$with('summed').as(
    db
      .select({
        id: next.id,
        before: sql<number>`sum(${next.bytes}) over (order by ${next.id}) - ${next.bytes}`.as('before'),
      })
      .from(next),
  );
  return db
    .with(next, summed)
    .select({ id: deliveries.id, importId: deliveries.importId, encrypted: deliveries.bodyEncrypted })
    .from(summed)
    .innerJoin(deliveries, eq(deliveries.id, summed.id))
    .where(sql`${summed.before} < ${limit.bytes}`)
    .orderBy(asc(deliveries.id));
}

export async function deleteDeliveries(tx: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await tx
    .delete(deliveries)
    .where(inArray(deliveries.id, [...ids]))
    .returning({ id: deliveries.id });
  return rows.length;
}

/** Acknowledged, and not yet applied to their imports. */
export async function readPendingDeliveries(db: Db): Promise<{ count: number; oldestS: number }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestS: sql<number | null>`extract(epoch from now() - min(${deliveries.receivedAt}))::float8`,
    })
    .from(deliveries)
    .where(sql`${deliveries.verdict} = 'verified' and ${deliveries.appliedAt} is null`);
  return { count: row?.count ?? 0, oldestS: row?.oldestS ?? 0 };
}
