import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns';

/** The request budget: one row shared by every instance, on the database's clock. */
export const requestBudget = pgTable('request_budget', {
  name: text('name').primaryKey(),
  /** The next slot that nobody has taken; in the past when nothing was asked for lately. */
  nextFreeAt: timestamptz('next_free_at').notNull(),
  /** Set by a 429: no slot begins before. */
  pausedUntil: timestamptz('paused_until'),
  /** Until then people count as waiting, and the watcher keeps to its share. */
  peopleActiveUntil: timestamptz('people_active_until'),
  /** The earliest slot the watcher may have while people wait. */
  pollerNotBefore: timestamptz('poller_not_before'),
  peopleSlots: bigint('people_slots', { mode: 'number' }).notNull().default(0),
  pollerSlots: bigint('poller_slots', { mode: 'number' }).notNull().default(0),
});
