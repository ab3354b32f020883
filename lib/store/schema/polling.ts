import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns';

/** A customer’s list, or a single import that no list covers or whose details must be read once. */
export const pollUnits = pgTable(
  'poll_units',
  {
    kind: text('kind', { enum: ['username', 'import'] }).notNull(),
    /** A username or an import id. Live only: the sandbox is static and not polled. */
    key: text('key').notNull(),
    /** On the database clock. Urgent units get 1970, so that they come first in the index. */
    nextPollAt: timestamptz('next_poll_at').notNull(),
    lastPollAt: timestamptz('last_poll_at'),
    /** Expected changes per second of the whole unit. */
    rate: doublePrecision('rate').notNull(),
    /** Seconds between polls once everything in the unit is finished; overrides the rate. */
    fixedIntervalS: integer('fixed_interval_s'),
    /** Poll as soon as possible, or once more after the poll that is running. Cleared by the next claim. */
    urgent: boolean('urgent').notNull().default(false),
    /** An import that is missing from its customer's list, or has no status there, so it is polled separately. */
    unlisted: boolean('unlisted').notNull().default(false),
    /** An id known only from an unverified delivery: polled once, a few at a time. */
    hinted: boolean('hinted').notNull().default(false),
    claimedUntil: timestamptz('claimed_until'),
    claimedBy: text('claimed_by'),
    failures: integer('failures').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.key] }),
    index('poll_units_next').on(t.nextPollAt),
    index('poll_units_hinted')
      .on(t.nextPollAt)
      .where(sql`hinted`),
  ],
);
