import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database/database';
import { requestBudget } from '../schema/request-budget';

const row = requestBudget;
const now = sql`clock_timestamp()`;
const ms = (value: number) => sql`(${value}::float8 * interval '1 millisecond')`;

/** A clock set back leaves the next slot far in the future; nothing real is ever booked that far ahead. */
const maxAheadMs = 120_000;

export interface SlotPacing {
  /** Between the beginnings of two slots. */
  spacingMs: number;
  /** How far ahead the watcher may book: near enough to lose no time, too near to keep people waiting. */
  pollerAheadMs: number;
  /** For how long after a person's slot people count as waiting. */
  peopleActiveMs: number;
  /** The watcher's slots are at least this far apart while people wait. */
  pollerSpacingMs: number;
}

/** The beginning of the next slot, on the database's clock: after those taken, after a pause, and not in the past. */
const start = sql`greatest(least(${row.nextFreeAt}, greatest(${now}, ${row.pausedUntil}) + ${ms(maxAheadMs)}), ${now}, ${row.pausedUntil})`;

const untilMs = (timestamp: SQL) => sql<number>`(extract(epoch from (${timestamp} - ${now})) * 1000)::float8`;

/** Milliseconds until the slot begins, as the database measures them: no other clock has a say. */
export async function takePeopleSlot(db: Db, name: string, pace: SlotPacing): Promise<number> {
  for (;;) {
    const [taken] = await db
      .update(row)
      .set({
        nextFreeAt: sql`${start} + ${ms(pace.spacingMs)}`,
        peopleActiveUntil: sql`${start} + ${ms(pace.peopleActiveMs)}`,
        peopleSlots: sql`${row.peopleSlots} + 1`,
      })
      .where(sql`${row.name} = ${name}`)
      .returning({ inMs: untilMs(sql`${row.nextFreeAt} - ${ms(pace.spacingMs)}`) });
    if (taken) return taken.inMs;
    await ensureRow(db, name);
  }
}

/**
 * The watcher gets a slot that is free by now when nobody waits, and its share of them while people do. Otherwise it
 * is told when to ask again: it never queues up in front of a person who comes later.
 */
export async function takePollerSlot(
  db: Db,
  name: string,
  pace: SlotPacing,
): Promise<{ inMs: number } | { retryInMs: number }> {
  const freeByNow = sql`${start} <= ${now} + ${ms(pace.pollerAheadMs)}`;
  const nobodyWaits = sql`coalesce(${row.peopleActiveUntil} < ${now}, true)`;
  // Not during a pause: the first slot after it belongs to whoever of the people was held up.
  const shareIsDue = sql`coalesce(${row.pollerNotBefore} <= ${start}, true) and coalesce(${row.pausedUntil} <= ${now}, true)`;
  const [taken] = await db
    .update(row)
    .set({
      nextFreeAt: sql`${start} + ${ms(pace.spacingMs)}`,
      pollerNotBefore: sql`${start} + ${ms(pace.pollerSpacingMs)}`,
      pollerSlots: sql`${row.pollerSlots} + 1`,
    })
    .where(sql`${row.name} = ${name} and ((${freeByNow} and ${nobodyWaits}) or (${shareIsDue}))`)
    .returning({ inMs: untilMs(sql`${row.nextFreeAt} - ${ms(pace.spacingMs)}`) });
  if (taken) return taken;
  const [found] = await db
    .select({ retryInMs: untilMs(start) })
    .from(row)
    .where(sql`${row.name} = ${name}`);
  if (found) return { retryInMs: found.retryInMs - pace.pollerAheadMs };
  await ensureRow(db, name);
  return { retryInMs: 0 };
}

/** Milliseconds for which everybody still has to wait; zero or less when nobody has to. */
export async function readPause(db: Db, name: string): Promise<number> {
  const [found] = await db
    .select({ forMs: untilMs(sql`coalesce(${row.pausedUntil}, ${now})`) })
    .from(row)
    .where(sql`${row.name} = ${name}`);
  return found?.forMs ?? 0;
}

/** A pause is only ever made longer. */
export async function pauseBudget(db: Db, name: string, forMs: number): Promise<void> {
  await ensureRow(db, name);
  await db
    .update(row)
    .set({ pausedUntil: sql`greatest(${row.pausedUntil}, ${now} + ${ms(forMs)})` })
    .where(sql`${row.name} = ${name}`);
}

async function ensureRow(db: Db, name: string): Promise<void> {
  await db
    .insert(row)
    .values({ name, nextFreeAt: sql`${now}` })
    .onConflictDoNothing();
}
