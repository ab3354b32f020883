import { and, asc, eq, inArray, isNull, lt, lte, min, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { isLocked } from '../database/is-locked';
import { prepareOnce } from '../database/prepare-once';
import { imports } from '../schema/imports';
import { pollUnits } from '../schema/polling';
import { bulkLookups } from '../schema/service-calls';

type PollUnitRow = typeof pollUnits.$inferSelect;
export type PollUnit = Pick<PollUnitRow, 'kind' | 'key'>;

export type DuePoll = Pick<PollUnitRow, 'kind' | 'key' | 'failures' | 'unlisted' | 'urgent' | 'hinted'>;

/** Sorts before everything else that is due. */
const immediately = sql`to_timestamp(0)`;
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
const isUnit = (unit: PollUnit) => and(eq(pollUnits.kind, unit.kind), eq(pollUnits.key, unit.key));

/** Used until the first poll gives an estimate. */
const initialRate = 1e-4;
const maxHinted = 20;
const hintSpacingS = 5;

/** Polls the import as soon as the budget allows, after a webhook or a staff action. */
export async function pollNow(tx: Db, importId: string): Promise<void> {
  await pollAllNow(tx, [importId]);
}

/** Sorted, so that concurrent transactions cannot deadlock. */
export async function pollAllNow(tx: Db, importIds: readonly string[]): Promise<void> {
  if (importIds.length === 0) return;
  await tx.execute(sql`
    insert into poll_units (kind, key, next_poll_at, rate, urgent)
    select 'import', key, ${immediately}, ${initialRate}::float8, true
    from jsonb_array_elements_text(${JSON.stringify([...new Set(importIds)].sort())}::jsonb) as polled(key)
    on conflict (kind, key) do update set next_poll_at = excluded.next_poll_at, urgent = true, hinted = false`);
}

/** Polls import details once, without priority: a list reported a change, and only the detail response has warnings. */
export async function scheduleDetailPolls(
  tx: Db,
  importIds: readonly string[],
  options: { unlisted: boolean },
): Promise<void> {
  // Sorted, so that concurrent transactions cannot deadlock.
  const sorted = [...new Set(importIds)].sort();
  for (let at = 0; at < sorted.length; at += 500) {
    await tx
      .insert(pollUnits)
      .values(
        sorted.slice(at, at + 500).map((key) => ({
          kind: 'import' as const,
          key,
          nextPollAt: sql`now()`,
          rate: initialRate,
          unlisted: options.unlisted,
        })),
      )
      .onConflictDoUpdate({
        target: [pollUnits.kind, pollUnits.key],
        set: {
          // An import already marked as unlisted keeps its schedule.
          nextPollAt: options.unlisted ? pollUnits.nextPollAt : sql`least(${pollUnits.nextPollAt}, now())`,
          unlisted: options.unlisted,
          // A read that is running may show what was before the change, so another one follows it.
          urgent: sql`${pollUnits.urgent} or ${pollUnits.claimedBy} is not null`,
        },
      });
  }
}

/**
 * Polls an import named by an unverified delivery, limited so that forged deliveries cannot load the service: a known
 * import at most once a minute; unknown ids five seconds apart, at most twenty waiting. More are dropped.
 */
export async function pollOnHint(tx: Db, importId: string): Promise<void> {
  const [known] = await tx
    .select({ polledRecently: sql<boolean>`${imports.seenAt} > now() - interval '60 seconds'` })
    .from(imports)
    .where(and(eq(imports.environment, 'live'), eq(imports.id, importId)));
  if (known?.polledRecently) return;
  if (known) {
    await tx
      .insert(pollUnits)
      .values({ kind: 'import', key: importId, nextPollAt: sql`now()`, rate: initialRate })
      .onConflictDoUpdate({
        target: [pollUnits.kind, pollUnits.key],
        set: { nextPollAt: sql`least(${pollUnits.nextPollAt}, now())` },
      });
    return;
  }
  const [waiting] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      last: sql<string | null>`extract(epoch from max(${pollUnits.nextPollAt}) - now())`,
    })
    .from(pollUnits)
    .where(eq(pollUnits.hinted, true));
  if ((waiting?.count ?? 0) >= maxHinted) return;
  const afterS = Math.max(0, Number(waiting?.last ?? -hintSpacingS) + hintSpacingS);
  await tx
    .insert(pollUnits)
    .values({ kind: 'import', key: importId, nextPollAt: inSeconds(afterS), rate: initialRate, hinted: true })
    .onConflictDoNothing();
}

/** Claims units that are due within `aheadS`, urgent ones first, for `leaseS` on the database clock. Instances never get the same unit. */
export async function claimDuePolls(
  db: Db,
  options: { by: string; limit: number; leaseS: number; aheadS?: number },
): Promise<DuePoll[]> {
  const due = db
    .select({ ctid: sql`ctid` })
    .from(pollUnits)
    .where(
      and(
        lte(pollUnits.nextPollAt, inSeconds(options.aheadS ?? 0)),
        or(isNull(pollUnits.claimedUntil), lt(pollUnits.claimedUntil, sql`now()`)),
      ),
    )
    .orderBy(asc(pollUnits.nextPollAt))
    .limit(options.limit)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(pollUnits)
    .set({ claimedUntil: inSeconds(options.leaseS), claimedBy: options.by, urgent: false })
    .where(isLocked(due))
    .returning({
      kind: pollUnits.kind,
      key: pollUnits.key,
      failures: pollUnits.failures,
      unlisted: pollUnits.unlisted,
      hinted: pollUnits.hinted,
      urgent: sql<boolean>`${pollUnits.nextPollAt} = ${immediately}`,
    });
  // An update returns its rows in any order.
  return claimed.sort((a, b) => Number(b.urgent) - Number(a.urgent));
}

/** Removes units that need no more polls, except those that became urgent meanwhile. */
export async function stopPolling(db: Db, units: readonly PollUnit[], by: string): Promise<void> {
  if (units.length === 0) return;
  await db.execute(sql`
    with released as (
      update poll_units set claimed_until = null, claimed_by = null
      where claimed_by = ${by} and urgent and (kind, key) in ${unitList(units)}
    )
    delete from poll_units where claimed_by = ${by} and not urgent and (kind, key) in ${unitList(units)}`);
}

const unitList = (units: readonly PollUnit[]) =>
  sql`(select kind, key from jsonb_to_recordset(${JSON.stringify(units.map(({ kind, key }) => ({ kind, key })))}::jsonb)
    as given(kind text, key text))`;

/** Returns a unit without polling it; it stays due. */
export async function releasePoll(db: Db, unit: PollUnit, by: string): Promise<void> {
  await db
    .update(pollUnits)
    .set({ claimedUntil: null, claimedBy: null })
    .where(and(isUnit(unit), eq(pollUnits.claimedBy, by)));
}

/** A poll that was requested meanwhile is not delayed. */
export async function delayPoll(db: Db, unit: PollUnit, next: { by: string; inS: number }): Promise<void> {
  await db
    .update(pollUnits)
    .set({
      nextPollAt: sql`case when ${pollUnits.urgent} then ${pollUnits.nextPollAt} else ${inSeconds(next.inS)} end`,
      failures: sql`${pollUnits.failures} + 1`,
      claimedUntil: null,
      claimedBy: null,
    })
    .where(and(isUnit(unit), eq(pollUnits.claimedBy, next.by)));
}

/** For imports that are in their customer’s list again. */
export async function clearUnlisted(db: Db, importIds: readonly string[]): Promise<void> {
  for (let at = 0; at < importIds.length; at += 500) {
    await db
      .update(pollUnits)
      .set({ unlisted: false })
      .where(
        and(
          eq(pollUnits.kind, 'import'),
          inArray(pollUnits.key, importIds.slice(at, at + 500)),
          eq(pollUnits.unlisted, true),
        ),
      );
  }
}

/** Skips claimed units: their poll finds out itself that the import is gone. */
export async function removePollUnits(tx: Db, importIds: readonly string[]): Promise<void> {
  for (let at = 0; at < importIds.length; at += 500) {
    await tx
      .delete(pollUnits)
      .where(
        and(
          eq(pollUnits.kind, 'import'),
          inArray(pollUnits.key, importIds.slice(at, at + 500)),
          isNull(pollUnits.claimedBy),
        ),
      );
  }
}

export interface NextWork {
  /** Negative when overdue, null when nothing is scheduled. */
  pollInS: number | null;
  urgent: boolean;
  bulkLookups: boolean;
}

export async function readNextWork(db: Db): Promise<NextWork> {
  const [row] = await nextWork(db).execute();
  return row ?? { pollInS: null, urgent: false, bulkLookups: false };
}

const nextWork = prepareOnce((db) => {
  // Not `order by ... limit`, so that its plan is kept: this runs all the time.
  const next = db
    .select({ at: min(pollUnits.nextPollAt) })
    .from(pollUnits)
    .where(or(isNull(pollUnits.claimedUntil), lt(pollUnits.claimedUntil, sql`now()`)));
  const waiting = db
    .select({ one: sql`1` })
    .from(bulkLookups)
    .where(
      and(
        eq(bulkLookups.state, 'waiting'),
        or(isNull(bulkLookups.claimedUntil), lt(bulkLookups.claimedUntil, sql`now()`)),
      ),
    );
  return db
    .select({
      pollInS: sql<number | null>`extract(epoch from ${next} - now())::float8`,
      urgent: sql<boolean>`coalesce(${next} = ${immediately}, false)`,
      bulkLookups: sql<boolean>`exists ${waiting}`,
    })
    .from(sql`(values (1)) one`)
    .prepare('');
});
