import { sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { Db } from '../database/database';
import { prepareOnce } from '../database/prepare-once';
import { requestBudget } from '../schema/service-calls';

const row = requestBudget;
const now = sql`clock_timestamp()`;
const ms = (value: number | Placeholder) => sql`(${value}::float8 * interval '1 millisecond')`;

/** If the clock is set back, the next slot is far in the future. Real bookings never are. */
const maxAheadMs = 120_000;
/** A wrong `Retry-After` must not stop all requests for a day. */
const maxPauseMs = 15 * 60_000;

export interface SlotPacing {
  spacingMs: number;
  /** How far ahead the poller may book: enough to lose no time, too little to delay people. */
  pollerAheadMs: number;
  /** How long after a slot for a person the poller is limited to its share. */
  peopleActiveMs: number;
  /** Minimum distance between poller slots while people wait. */
  pollerSpacingMs: number;
}

/** Null also if it is too far in the future: then the clock was set back. */
const pausedUntil = sql`case when ${row.pausedUntil} < ${now} + ${ms(maxPauseMs + maxAheadMs)} then ${row.pausedUntil} end`;

/** Start of the next slot: after booked slots and a pause, and not in the past. */
const start = sql`greatest(least(${row.nextFreeAt}, greatest(${now}, ${pausedUntil}) + ${ms(maxAheadMs)}), ${now}, ${pausedUntil})`;

const untilMs = (timestamp: SQL) => sql<number>`(extract(epoch from (${timestamp} - ${now})) * 1000)::float8`;

const isNamed = sql`${row.name} = ${sql.placeholder('name')}`;
const after = (distance: keyof SlotPacing) => sql`${start} + ${ms(sql.placeholder(distance))}`;
const returned = {
  inMs: untilMs(sql`${row.nextFreeAt} - ${ms(sql.placeholder('spacingMs' satisfies keyof SlotPacing))}`),
};

const peopleSlot = prepareOnce((db) =>
  db
    .update(row)
    .set({
      nextFreeAt: after('spacingMs'),
      peopleActiveUntil: after('peopleActiveMs'),
      peopleSlots: sql`${row.peopleSlots} + 1`,
    })
    .where(isNamed)
    .returning(returned)
    .prepare(''),
);

const pollerSlot = prepareOnce((db) => {
  const freeNow = sql`${start} <= ${now} + ${ms(sql.placeholder('pollerAheadMs' satisfies keyof SlotPacing))}`;
  const noneWaiting = sql`coalesce(${row.peopleActiveUntil} < ${now}, true)`;
  // Not during a pause: the first slot after it is for people.
  const shareIsDue = sql`coalesce(${row.pollerNotBefore} <= ${start}, true) and coalesce(${pausedUntil} <= ${now}, true)`;
  return db
    .update(row)
    .set({
      nextFreeAt: after('spacingMs'),
      pollerNotBefore: after('pollerSpacingMs'),
      pollerSlots: sql`${row.pollerSlots} + 1`,
    })
    .where(sql`${isNamed} and ((${freeNow} and ${noneWaiting}) or (${shareIsDue}))`)
    .returning(returned)
    .prepare('');
});

/** Returns the milliseconds until the slot starts, measured by the database. */
export async function takePeopleSlot(db: Db, name: string, pace: SlotPacing): Promise<number> {
  for (;;) {
    const [taken] = await peopleSlot(db).execute({ name, ...pace });
    if (taken) return taken.inMs;
    await ensureRow(db, name);
  }
}

/** While people wait, the poller gets its share only. `retryInMs`: so that it never queues ahead of people. */
export async function takePollerSlot(
  db: Db,
  name: string,
  pace: SlotPacing,
): Promise<{ inMs: number } | { retryInMs: number }> {
  const [taken] = await pollerSlot(db).execute({ name, ...pace });
  if (taken) return taken;
  const [found] = await db
    .select({ retryInMs: untilMs(start) })
    .from(row)
    .where(sql`${row.name} = ${name}`);
  if (found) return { retryInMs: found.retryInMs - pace.pollerAheadMs };
  await ensureRow(db, name);
  return { retryInMs: 0 };
}

/** Remaining milliseconds of a pause; zero or less if there is none. */
export async function readPause(db: Db, name: string): Promise<number> {
  const [found] = await db
    .select({ forMs: untilMs(sql`coalesce(${pausedUntil}, ${now})`) })
    .from(row)
    .where(sql`${row.name} = ${name}`);
  return found?.forMs ?? 0;
}

/** Never shortens a pause. */
export async function pauseBudget(db: Db, name: string, forMs: number): Promise<void> {
  await ensureRow(db, name);
  await db
    .update(row)
    .set({ pausedUntil: sql`greatest(${pausedUntil}, ${now} + ${ms(Math.min(forMs, maxPauseMs))})` })
    .where(sql`${row.name} = ${name}`);
}

async function ensureRow(db: Db, name: string): Promise<void> {
  await db
    .insert(row)
    .values({ name, nextFreeAt: sql`${now}` })
    .onConflictDoNothing();
}
