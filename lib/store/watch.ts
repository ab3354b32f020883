import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from './database';
import { budget } from './schema/budget';
import { imports, watch } from './schema/imports';

type WatchRow = typeof watch.$inferSelect;
export type WatchUnit = Pick<WatchRow, 'kind' | 'key'>;

/** A look that somebody has claimed. `known` is false for an identifier that only a hint has told us. */
export type ClaimedLook = Pick<WatchRow, 'kind' | 'key' | 'failures' | 'unlisted' | 'hinted'>;

/** First in the one index, whatever else is due. */
const atOnce = sql`to_timestamp(0)`;
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
const isUnit = (unit: WatchUnit) => and(eq(watch.kind, unit.kind), eq(watch.key, unit.key));

/** Until its first look tells better. */
const unknownRate = 1e-4;

/** Reads the import again as soon as the budget allows: a webhook spoke of it, or a person's act may have moved it. */
export async function lookUrgently(tx: Db, importId: string): Promise<void> {
  await tx
    .insert(watch)
    .values({ kind: 'import', key: importId, nextLookAt: atOnce, rate: unknownRate, urgent: true })
    .onConflictDoUpdate({
      target: [watch.kind, watch.key],
      set: { nextLookAt: atOnce, urgent: true, hinted: false },
    });
}

/** Reads imports in full once, in their turn: the list told a change, and only the import itself tells warnings. */
export async function wantDetails(tx: Db, importIds: readonly string[], options: { unlisted: boolean }): Promise<void> {
  for (let at = 0; at < importIds.length; at += 500) {
    await tx
      .insert(watch)
      .values(
        importIds.slice(at, at + 500).map((key) => ({
          kind: 'import' as const,
          key,
          nextLookAt: sql`now()`,
          rate: unknownRate,
          unlisted: options.unlisted,
        })),
      )
      .onConflictDoUpdate({
        target: [watch.kind, watch.key],
        set: {
          // One that is already known to be missing from its list keeps its own pace.
          nextLookAt: options.unlisted ? watch.nextLookAt : sql`least(${watch.nextLookAt}, now())`,
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
export async function lookOnHint(tx: Db, importId: string): Promise<'will look' | 'looked lately' | 'too many'> {
  const [known] = await tx
    .select({ lately: sql<boolean>`${imports.seenAt} > now() - interval '60 seconds'` })
    .from(imports)
    .where(and(eq(imports.environment, 'live'), eq(imports.id, importId)));
  if (known?.lately) return 'looked lately';
  if (known) {
    await tx
      .insert(watch)
      .values({ kind: 'import', key: importId, nextLookAt: sql`now()`, rate: unknownRate })
      .onConflictDoUpdate({
        target: [watch.kind, watch.key],
        set: { nextLookAt: sql`least(${watch.nextLookAt}, now())` },
      });
    return 'will look';
  }
  const [waiting] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      last: sql<string | null>`extract(epoch from max(${watch.nextLookAt}) - now())`,
    })
    .from(watch)
    .where(eq(watch.hinted, true));
  if ((waiting?.count ?? 0) >= mostHinted) return 'too many';
  const afterS = Math.max(0, Number(waiting?.last ?? -hintSpacingS) + hintSpacingS);
  await tx
    .insert(watch)
    .values({ kind: 'import', key: importId, nextLookAt: inSeconds(afterS), rate: unknownRate, hinted: true })
    .onConflictDoNothing();
  return 'will look';
}
const mostHinted = 20;
const hintSpacingS = 5;

/** Claims what is due, urgent first, for `leaseS` on the database's clock. Several instances never get the same. */
export async function claimLooks(
  db: Db,
  options: { by: string; limit: number; leaseS: number },
): Promise<ClaimedLook[]> {
  const due = db
    .select({ kind: watch.kind, key: watch.key })
    .from(watch)
    .where(and(lte(watch.nextLookAt, sql`now()`), or(isNull(watch.claimedUntil), lt(watch.claimedUntil, sql`now()`))))
    .orderBy(asc(watch.nextLookAt))
    .limit(options.limit)
    .for('update', { skipLocked: true });
  return db
    .update(watch)
    .set({ claimedUntil: inSeconds(options.leaseS), claimedBy: options.by, urgent: false })
    .where(sql`(${watch.kind}, ${watch.key}) in ${due}`)
    .returning({
      kind: watch.kind,
      key: watch.key,
      failures: watch.failures,
      unlisted: watch.unlisted,
      hinted: watch.hinted,
    });
}

/** Plans the next look, unless something urgent came in while we were looking: then it is due at once. */
export async function planNextLook(
  db: Db,
  unit: WatchUnit,
  next: { by: string; inS: number; rate: number; restS: number | null; unlisted: boolean },
): Promise<void> {
  await db
    .update(watch)
    .set({
      nextLookAt: sql`case when ${watch.urgent} then ${watch.nextLookAt} else ${inSeconds(next.inS)} end`,
      lastLookAt: sql`now()`,
      rate: next.rate,
      restS: next.restS,
      unlisted: next.unlisted,
      hinted: false,
      failures: 0,
      claimedUntil: null,
      claimedBy: null,
    })
    .where(and(isUnit(unit), eq(watch.claimedBy, next.by)));
}

/** Nothing more to ask for: gone, read once in full, or covered by a list. Stays when something urgent came in. */
export async function endLooks(db: Db, unit: WatchUnit, by: string): Promise<void> {
  await db.delete(watch).where(and(isUnit(unit), eq(watch.claimedBy, by), eq(watch.urgent, false)));
  await giveBackLook(db, unit, by);
}

/** The look did not happen, and it is nobody's fault: due as it was. */
export async function giveBackLook(db: Db, unit: WatchUnit, by: string): Promise<void> {
  await db
    .update(watch)
    .set({ claimedUntil: null, claimedBy: null })
    .where(and(isUnit(unit), eq(watch.claimedBy, by)));
}

export async function delayLook(db: Db, unit: WatchUnit, next: { by: string; inS: number }): Promise<void> {
  await db
    .update(watch)
    .set({
      nextLookAt: inSeconds(next.inS),
      failures: sql`${watch.failures} + 1`,
      claimedUntil: null,
      claimedBy: null,
    })
    .where(and(isUnit(unit), eq(watch.claimedBy, next.by)));
}

/** The imports are named by their list again, so they need no looks of their own. */
export async function endUnlisted(db: Db, importIds: readonly string[]): Promise<void> {
  for (let at = 0; at < importIds.length; at += 500) {
    await db
      .update(watch)
      .set({ unlisted: false })
      .where(
        and(eq(watch.kind, 'import'), inArray(watch.key, importIds.slice(at, at + 500)), eq(watch.unlisted, true)),
      );
  }
}

/** Gone imports are never asked for; whoever is looking at one right now finds out by itself. */
export async function dropWatch(tx: Db, importIds: readonly string[]): Promise<void> {
  for (let at = 0; at < importIds.length; at += 500) {
    await tx
      .delete(watch)
      .where(and(eq(watch.kind, 'import'), inArray(watch.key, importIds.slice(at, at + 500)), isNull(watch.claimedBy)));
  }
}

/**
 * The watcher's own share of the budget, over all instances: turns `1 / perS` seconds apart on the database's clock.
 * Returns the seconds to wait before asking again, 0 when the turn was taken. A quarter of a second's worth may be saved up.
 */
export async function takeWatcherTurn(db: Db, perS: number): Promise<number> {
  const apart = sql`make_interval(secs => ${1 / perS})`;
  const [taken] = await db
    .insert(budget)
    .values({ name: watcherTurns, nextFreeAt: sql`now()` })
    .onConflictDoUpdate({
      target: budget.name,
      set: { nextFreeAt: sql`greatest(${budget.nextFreeAt}, now() - interval '250 milliseconds') + ${apart}` },
      setWhere: sql`${budget.nextFreeAt} <= now()`,
    })
    .returning({ name: budget.name });
  if (taken) return 0;
  const [next] = await db
    .select({ seconds: sql<string>`extract(epoch from ${budget.nextFreeAt} - now())` })
    .from(budget)
    .where(eq(budget.name, watcherTurns));
  return Math.max(0.001, Number(next?.seconds ?? 0));
}
const watcherTurns = 'watcher turns';

/** Seconds until something is due, by the database's clock; negative when something is overdue; null when nothing is. */
export async function secondsToNextLook(db: Db): Promise<number | null> {
  const [row] = await db
    .select({ seconds: sql<string>`extract(epoch from ${watch.nextLookAt} - now())` })
    .from(watch)
    .where(or(isNull(watch.claimedUntil), lt(watch.claimedUntil, sql`now()`)))
    .orderBy(asc(watch.nextLookAt))
    .limit(1);
  return row ? Number(row.seconds) : null;
}
