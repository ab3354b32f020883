import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, json, timestamptz } from './columns';

export const staff = pgTable(
  'staff',
  {
    id: uuid('id').primaryKey(),
    /** Lower case. One row per person, however they sign in. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: ['viewer', 'agent', 'approver', 'admin'] }).notNull(),
    source: text('source', { enum: ['local', 'oidc', 'demo'] }).notNull(),
    passwordHash: text('password_hash'),
    passwordChangedAt: timestamptz('password_changed_at'),
    oidcSubject: text('oidc_subject'),
    disabledAt: timestamptz('disabled_at'),
    createdAt: timestamptz('created_at').notNull(),
    lastSeenAt: timestamptz('last_seen_at'),
  },
  (t) => [uniqueIndex('staff_email').on(sql`lower(${t.email})`), uniqueIndex('staff_oidc_subject').on(t.oidcSubject)],
);

/** One-time links at which the owner of an account chooses the password. Kept after use: they show who could have used them. */
export const accountLinks = pgTable(
  'account_links',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    /** The admin who was shown the link; null if a command printed it. */
    shownToId: uuid('shown_to_id').references(() => staff.id),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    usedAt: timestamptz('used_at'),
    /** Another admin who confirmed that the account belongs to a different person. */
    confirmedById: uuid('confirmed_by_id').references(() => staff.id),
    confirmedAt: timestamptz('confirmed_at'),
  },
  (t) => [index('account_links_staff').on(t.staffId), index('account_links_created').on(t.createdAt)],
);

/** Decides whether a session is valid; the signed cookie carries only the id. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    createdAt: timestamptz('created_at').notNull(),
    /** Last user action; streams and background fetches do not count. */
    lastActiveAt: timestamptz('last_active_at').notNull(),
    endedAt: timestamptz('ended_at'),
    /** Last proof of identity: sign-in, or confirming it again. Some changes require a recent one. */
    authenticatedAt: timestamptz('authenticated_at').notNull().defaultNow(),
    /** When a passkey, a recovery code or a company account was used in this session. */
    passkeyAt: timestamptz('passkey_at'),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (t) => [index('sessions_staff').on(t.staffId)],
);

export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential id, base64url. */
    id: text('id').primaryKey(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    name: text('name').notNull(),
    publicKey: bytes('public_key').notNull(),
    /** Signature counter of the authenticator; stays 0 for synced passkeys. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: json('transports').notNull(),
    /** The authenticator backs the passkey up, so it survives the loss of the device. */
    backedUp: boolean('backed_up').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (t) => [index('passkeys_staff').on(t.staffId)],
);

/** Each code works once, in place of a passkey. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    codeHash: text('code_hash').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.codeHash] })],
);

/** WebAuthn challenges. Each is used once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: uuid('id').primaryKey(),
    purpose: text('purpose', { enum: ['register', 'sign_in', 'confirm'] }).notNull(),
    /** Null at sign-in, before the person is known. */
    staffId: uuid('staff_id').references(() => staff.id),
    challenge: text('challenge').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (t) => [index('passkey_challenges_expires').on(t.expiresAt)],
);

/** Attempts per bucket such as `account:<fingerprint>` or `address:<ip>`, shared by all instances. */
export const throttleHits = pgTable(
  'throttle_hits',
  {
    /** Lets a successful attempt be removed again. */
    id: uuid('id').primaryKey(),
    bucket: text('bucket').notNull(),
    at: timestamptz('at').notNull(),
    weight: integer('weight').notNull().default(1),
  },
  (t) => [index('throttle_hits_bucket_at').on(t.bucket, t.at), index('throttle_hits_at').on(t.at)],
);

/** Denied calls, counted per caller, route and time window, so that they cannot flood the audit log. */
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
