import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns';

/** A list of usernames to look up in the watcher's lane: one row a name, progress and result. */
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
