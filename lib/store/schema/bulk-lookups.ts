import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns';

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
