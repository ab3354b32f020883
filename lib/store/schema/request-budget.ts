import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns';

/** One row per service, shared by all instances, on the database clock. */
export const requestBudget = pgTable('request_budget', {
  name: text('name').primaryKey(),
  /** Start of the next free slot; in the past when idle. */
  nextFreeAt: timestamptz('next_free_at').notNull(),
  /** Set by a 429: no slot starts before this. */
  pausedUntil: timestamptz('paused_until'),
  /** Until then the poller is limited to its share. */
  peopleActiveUntil: timestamptz('people_active_until'),
  /** The earliest slot for the poller while people wait. */
  pollerNotBefore: timestamptz('poller_not_before'),
  peopleSlots: bigint('people_slots', { mode: 'number' }).notNull().default(0),
  pollerSlots: bigint('poller_slots', { mode: 'number' }).notNull().default(0),
});
