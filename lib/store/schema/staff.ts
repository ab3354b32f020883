import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns';

export const staff = pgTable(
  'staff',
  {
    id: uuid('id').primaryKey(),
    /** Kept in lower case; one person, one row, however they sign in. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: ['viewer', 'agent', 'approver', 'admin'] }).notNull(),
    source: text('source', { enum: ['local', 'oidc', 'demo'] }).notNull(),
    passwordHash: text('password_hash'),
    oidcSubject: text('oidc_subject'),
    disabledAt: timestamptz('disabled_at'),
    createdAt: timestamptz('created_at').notNull(),
    lastSeenAt: timestamptz('last_seen_at'),
  },
  (t) => [uniqueIndex('staff_email').on(sql`lower(${t.email})`), uniqueIndex('staff_oidc_subject').on(t.oidcSubject)],
);

/** Decides whether a session lives. The signed cookie carries its id and nothing that matters. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    createdAt: timestamptz('created_at').notNull(),
    /** The last act of a person; a stream or a background fetch does not count. */
    lastActiveAt: timestamptz('last_active_at').notNull(),
    endedAt: timestamptz('ended_at'),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (t) => [index('sessions_staff').on(t.staffId)],
);

/** Counted tries, by a bucket such as `account:<fingerprint>` or `address:<ip>`. Shared by all instances. */
export const throttleHits = pgTable(
  'throttle_hits',
  {
    /** Names one try, so that the one that succeeded can be taken back. */
    id: uuid('id').primaryKey(),
    bucket: text('bucket').notNull(),
    at: timestamptz('at').notNull(),
    weight: integer('weight').notNull().default(1),
  },
  (t) => [index('throttle_hits_bucket_at').on(t.bucket, t.at), index('throttle_hits_at').on(t.at)],
);

/** Refusals counted, one row per caller, place and window, so that nobody can fill the audit by being refused. */
export const deniedCalls = pgTable(
  'denied_calls',
  {
    caller: text('caller').notNull(),
    route: text('route').notNull(),
    windowStart: timestamptz('window_start').notNull(),
    count: integer('count').notNull(),
    lastAt: timestamptz('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.route, t.windowStart] }), index('denied_calls_window').on(t.windowStart)],
);

export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid('id').primaryKey(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    name: text('name').notNull(),
    query: text('query').notNull(),
    shared: boolean('shared').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    index('saved_views_staff').on(t.staffId),
    index('saved_views_shared')
      .on(t.createdAt)
      .where(sql`shared`),
  ],
);
