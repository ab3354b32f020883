import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** The request budget: one row shared by every instance, on the database's clock. */
export const budget = pgTable('budget', {
  name: text('name').primaryKey(),
  nextFreeAt: moment('next_free_at').notNull(),
  pausedUntil: moment('paused_until'),
  /** People waiting now, so that the watcher gives way; refreshed by each waiter and forgotten when it runs out. */
  peopleWaitingUntil: moment('people_waiting_until'),
  slots: bigint('slots', { mode: 'number' }).notNull().default(0),
  watcherSlots: bigint('watcher_slots', { mode: 'number' }).notNull().default(0),
});
