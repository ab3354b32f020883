import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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

/** One row per username of a bulk lookup, which runs in the poller lane of the request budget. */
export const bulkLookups = pgTable(
  'bulk_lookups',
  {
    runId: text('run_id').notNull(),
    position: integer('position').notNull(),
    environment: text('environment', { enum: ['live', 'sandbox'] }).notNull(),
    username: text('username').notNull(),
    state: text('state', { enum: ['waiting', 'done', 'failed'] }).notNull(),
    found: integer('found'),
    problem: text('problem'),
    by: text('by').notNull(),
    staffId: text('staff_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    doneAt: timestamptz('done_at'),
    claimedUntil: timestamptz('claimed_until'),
  },
  (t) => [primaryKey({ columns: [t.runId, t.position] }), index('bulk_lookups_waiting').on(t.state, t.createdAt)],
);
