import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** The request budget: one row shared by every instance, on the database's clock. */
export const budget = pgTable('budget', {
  name: text('name').primaryKey(),
  /** The next slot that nobody has taken; in the past when nothing was asked for lately. */
  nextFreeAt: moment('next_free_at').notNull(),
  /** Set by a 429: no slot begins before. */
  pausedUntil: moment('paused_until'),
  /** Until then people count as waiting, and the watcher keeps to its share. */
  peopleActiveUntil: moment('people_active_until'),
  /** The earliest slot the watcher may have while people wait. */
  watcherNotBefore: moment('watcher_not_before'),
  peopleSlots: bigint('people_slots', { mode: 'number' }).notNull().default(0),
  watcherSlots: bigint('watcher_slots', { mode: 'number' }).notNull().default(0),
});
