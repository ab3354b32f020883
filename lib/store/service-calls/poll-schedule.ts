import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { requestBudget } from '../schema/request-budget';
import { imports, pollUnits } from '../schema/imports';

type PollUnitRow = typeof pollUnits.$inferSelect;
export type PollUnit = Pick<PollUnitRow, 'kind' | 'key'>;

/** A look that somebody has claimed. `known` is false for an identifier that only a hint has told us. */
export type DuePoll = Pick<PollUnitRow, 'kind' | 'key' | 'failures' | 'unlisted' | 'hinted'>;

/** First in the one index, whatever else is due. */
const immediately = sql`to_timestamp(0)`;
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
const isUnit = (unit: PollUnit) => and(eq(pollUnits.kind, unit.kind), eq(pollUnits.key, unit.key));

/** Until its first look tells better. */
const initialRate = 1e-4;

/** Reads the import again as soon as the budget allows: a webhook spoke of it, or a person's act may have moved it. */
export async function pollNow(tx: Db, importId: string): Promise<void> {
  await tx
    .insert(pollUnits)
    .values({ kind: 'import', key: importId, nextPollAt: immediately, rate: initialRate, urgent: true })
    .onConflictDoUpdate({
      target: [pollUnits.kind, pollUnits.key],
      set: { nextPollAt: immediately, urgent: true, hinted: false },
    });
}

/** Reads imports in full once, in their turn: the list told a change, and only the import itself tells warnings. */
export async function scheduleDetailPolls(
  tx: Db,
  importIds: readonly string[],
  options: { unlisted: boolean },
): Promise<void> {
  for (let at = 0; at < importIds.length; at += 500) {
    await tx
      .insert(pollUnits)
      .values(
        importIds.slice(at, at + 500).map((key) => ({
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
          // One that is already known to be missing from its list keeps its own pace.
          nextPollAt: options.unlisted ? pollUnits.nextPollAt : sql`least(${pollUnits.nextPollAt}, now())`,
          unlisted: options.unlisted,
        },
      });
  }
}

/**
 * An unverified message names an import. It costs the watcher a look at most, in its turn: one a minute for an import
 * we know, and for one we do not know one every five seconds over all of them, twenty waiting at most. What is beyond
 * that is dropped, so a flood of forgeries moves nothing.
 */
export async function pollOnHint(tx: Db, importId: string): Promise<'will look' | 'looked lately' | 'too many'> {
  const [known] = await tx
    .select({ lately: sql<boolean>`${imports.seenAt} > now() - interval '60 seconds'` })
    .from(imports)
    .where(and(eq(imports.environment, 'live'), eq(imports.id, importId)));
  if (known?.lately) return 'looked lately';
  if (known) {
    await tx
      .insert(pollUnits)
      .values({ kind: 'import', key: importId, nextPollAt: sql`now()`, rate: initialRate })
      .onConflictDoUpdate({
        target: [pollUnits.kind, pollUnits.key],
        set: { nextPollAt: sql`least(${pollUnits.nextPollAt}, now())` },
      });
    return 'will look';
  }
  const [waiting] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      last: sql<string | null>`extract(epoch from max(${pollUnits.nextPollAt}) - now())`,
    })
    .from(pollUnits)
    .where(eq(pollUnits.hinted, true));
  if ((waiting?.count ?? 0) >= maxHinted) return 'too many';
  const afterS = Math.max(0, Number(waiting?.last ?? -hintSpacingS) + hintSpacingS);
  await tx
    .insert(pollUnits)
    .values({ kind: 'import', key: importId, nextPollAt: inSeconds(afterS), rate: initialRate, hinted: true })
    .onConflictDoNothing();
  return 'will look';
}
const maxHinted = 20;
const hintSpacingS = 5;

/** Claims what is due, urgent first, for `leaseS` on the database's clock. Several instances never get the same. */
export async function claimDuePolls(
  db: Db,
  options: { by: string; limit: number; leaseS: number },
): Promise<DuePoll[]> {
  const due = db
    .select({ kind: pollUnits.kind, key: pollUnits.key })
    .from(pollUnits)
    .where(
      and(
        lte(pollUnits.nextPollAt, sql`now()`),
        or(isNull(pollUnits.claimedUntil), lt(pollUnits.claimedUntil, sql`now()`)),
      ),
    )
    .orderBy(asc(pollUnits.nextPollAt))
    .limit(options.limit)
    .for('update', { skipLocked: true });
  return db
    .update(pollUnits)
    .set({ claimedUntil: inSeconds(options.leaseS), claimedBy: options.by, urgent: false })
    .where(sql`(${pollUnits.kind}, ${pollUnits.key}) in ${due}`)
    .returning({
      kind: pollUnits.kind,
      key: pollUnits.key,
      failures: pollUnits.failures,
      unlisted: pollUnits.unlisted,
      hinted: pollUnits.hinted,
    });
}

/** Plans the next look, unless something urgent came in while we were looking: then it is due at once. */
export async function scheduleNextPoll(
  db: Db,
  unit: PollUnit,
  next: { by: string; inS: number; rate: number; fixedIntervalS: number | null; unlisted: boolean },
): Promise<void> {
  await db
    .update(pollUnits)
    .set({
      nextPollAt: sql`case when ${pollUnits.urgent} then ${pollUnits.nextPollAt} else ${inSeconds(next.inS)} end`,
      lastPollAt: sql`now()`,
      rate: next.rate,
      fixedIntervalS: next.fixedIntervalS,
      unlisted: next.unlisted,
      hinted: false,
      failures: 0,
      claimedUntil: null,
      claimedBy: null,
    })
    .where(and(isUnit(unit), eq(pollUnits.claimedBy, next.by)));
}

/** Nothing more to ask for: gone, read once in full, or covered by a list. Stays when something urgent came in. */
export async function stopPolling(db: Db, unit: PollUnit, by: string): Promise<void> {
  await db.delete(pollUnits).where(and(isUnit(unit), eq(pollUnits.claimedBy, by), eq(pollUnits.urgent, false)));
  await releasePoll(db, unit, by);
}

/** The look did not happen, and it is nobody's fault: due as it was. */
export async function releasePoll(db: Db, unit: PollUnit, by: string): Promise<void> {
  await db
    .update(pollUnits)
    .set({ claimedUntil: null, claimedBy: null })
    .where(and(isUnit(unit), eq(pollUnits.claimedBy, by)));
}

export async function delayPoll(db: Db, unit: PollUnit, next: { by: string; inS: number }): Promise<void> {
  await db
    .update(pollUnits)
    .set({
      nextPollAt: inSeconds(next.inS),
      failures: sql`${pollUnits.failures} + 1`,
      claimedUntil: null,
      claimedBy: null,
    })
    .where(and(isUnit(unit), eq(pollUnits.claimedBy, next.by)));
}

/** The imports are named by their list again, so they need no looks of their own. */
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

/** Gone imports are never asked for; whoever is looking at one right now finds out by itself. */
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

/**
 * The watcher's own share of the budget, over all instances: turns `1 / perS` seconds apart on the database's clock.
 * Returns the seconds to wait before asking again, 0 when the turn was taken. A quarter of a second's worth may be saved up.
 */
export async function checkPollRateLimit(db: Db, perS: number): Promise<number> {
  const apart = sql`make_interval(secs => ${1 / perS})`;
  const [taken] = await db
    .insert(requestBudget)
    .values({ name: pollRateLimitRow, nextFreeAt: sql`now()` })
    .onConflictDoUpdate({
      target: requestBudget.name,
      set: { nextFreeAt: sql`greatest(${requestBudget.nextFreeAt}, now() - interval '250 milliseconds') + ${apart}` },
      setWhere: sql`${requestBudget.nextFreeAt} <= now()`,
    })
    .returning({ name: requestBudget.name });
  if (taken) return 0;
  const [next] = await db
    .select({ seconds: sql<string>`extract(epoch from ${requestBudget.nextFreeAt} - now())` })
    .from(requestBudget)
    .where(eq(requestBudget.name, pollRateLimitRow));
  return Math.max(0.001, Number(next?.seconds ?? 0));
}
const pollRateLimitRow = 'watcher turns';

/** Seconds until something is due, by the database's clock; negative when something is overdue; null when nothing is. */
export async function secondsToNextPoll(db: Db): Promise<number | null> {
  const [row] = await db
    .select({ seconds: sql<string>`extract(epoch from ${pollUnits.nextPollAt} - now())` })
    .from(pollUnits)
    .where(or(isNull(pollUnits.claimedUntil), lt(pollUnits.claimedUntil, sql`now()`)))
    .orderBy(asc(pollUnits.nextPollAt))
    .limit(1);
  return row ? Number(row.seconds) : null;
}
