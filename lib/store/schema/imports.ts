import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, json, timestamptz } from './columns';

const environments = ['live', 'sandbox'] as const;
const sources = ['created', 'lookup', 'watcher', 'webhook', 'decision', 'customer', 'demo'] as const;

/**
 * What was observed, never rewritten. `facts` holds what the readers understood; the raw answer is sealed whole,
 * since fields we do not know may hold tokens.
 */
export const observations = pgTable(
  'observations',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    source: text('source', { enum: sources }).notNull(),
    /** The status text as given; null when the observation is a 404 or told no status. */
    status: text('status'),
    gone: boolean('gone').notNull().default(false),
    /** When we asked, and when we saw it, by our clock: the state was so at some moment in between. */
    askedAt: timestamptz('asked_at').notNull(),
    seenAt: timestamptz('seen_at').notNull(),
    /** When it happened or was reported, if the payload says so. */
    happenedAt: timestamptz('happened_at'),
    /** The last time we had seen what was before. */
    previousSeenAt: timestamptz('previous_seen_at'),
    facts: json('facts').notNull(),
    /** A hash and a size of each fact told, so that rows can be derived without reading all the warnings. */
    reported: json('reported').notNull(),
    rawEncrypted: bytes('raw_encrypted'),
    /** The staff member whose look this was, or the delivery that told us. */
    by: text('by'),
    deliveryId: uuid('delivery_id'),
    /** The same fact told twice is one observation: content of a webhook, or status plus facts at a moment. */
    fingerprint: text('fingerprint').notNull(),
  },
  (t) => [
    index('observations_import').on(t.environment, t.importId, t.id),
    uniqueIndex('observations_fingerprint').on(t.environment, t.importId, t.fingerprint),
  ],
);

/**
 * Looks that repeated what an observation had said. They move "last seen" and bound when a status began and ended; of
 * many in a row only those are kept that can still matter (lib/imports/thin-sightings.ts).
 */
export const confirmations = pgTable(
  'confirmations',
  {
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    fingerprint: text('fingerprint').notNull(),
    source: text('source', { enum: sources }).notNull(),
    by: text('by'),
    status: text('status'),
    gone: boolean('gone').notNull(),
    askedAt: timestamptz('asked_at').notNull(),
    seenAt: timestamptz('seen_at').notNull(),
    reported: json('reported').notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.importId, t.fingerprint] })],
);

/**
 * Facts that people or we ourselves know about an import and the service never tells: who made it, for whom, from
 * which tool. Append-only as well; the newest value of a field wins.
 */
export const importFacts = pgTable(
  'import_facts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    field: text('field', {
      enum: ['username', 'tool', 'family', 'instanceUrl', 'createdAt', 'createdBy', 'demo'],
    }).notNull(),
    value: text('value').notNull(),
    source: text('source', { enum: ['created', 'staff', 'lookup', 'demo'] }).notNull(),
    by: text('by'),
    at: timestamptz('at').notNull(),
  },
  (t) => [index('import_facts_import').on(t.environment, t.importId, t.id)],
);

/** The current row: derived from observations, facts and decisions, and rebuilt from them at will. */
export const imports = pgTable(
  'imports',
  {
    environment: text('environment', { enum: environments }).notNull(),
    id: text('id').notNull(),
    username: text('username'),
    tool: text('tool'),
    family: text('family'),
    instanceUrl: text('instance_url'),
    statusText: text('status_text'),
    /** The canonical text where recognised, else the text itself: what counts and filters group by. */
    statusKey: text('status_key'),
    statusFamily: text('status_family').notNull().default('unknown'),
    sinceFrom: timestamptz('since_from'),
    sinceTo: timestamptz('since_to'),
    seenAt: timestamptz('seen_at').notNull(),
    seenBy: text('seen_by').notNull(),
    gone: boolean('gone').notNull().default(false),
    warnings: integer('warnings').notNull().default(0),
    records: integer('records'),
    usersMatched: integer('users_matched'),
    usersTotal: integer('users_total'),
    /** One word of sponsorship for list and filter; kept by the sponsorship verbs in the same transaction. */
    decision: text('decision').notNull().default('none'),
    createdAt: timestamptz('created_at'),
    createdBy: text('created_by'),
    demo: boolean('demo').notNull().default(false),
    firstSeenAt: timestamptz('first_seen_at').notNull(),
    /** For free text, found by the beginnings of words: of username, identifier, tool, instance. */
    searchTerms: text('search_terms').array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.environment, t.id] }),
    // One index a sort, each read in both directions, and one a filter that is rare enough to need it.
    index('imports_seen').on(t.environment, t.seenAt, t.id),
    index('imports_since').on(t.environment, sql`coalesce(since_to, first_seen_at)`, t.id),
    index('imports_created').on(t.environment, sql`coalesce(created_at, first_seen_at)`, t.id),
    index('imports_warnings').on(t.environment, t.warnings, t.id),
    index('imports_username').on(
      t.environment,
      sql`(username is null)`,
      sql`left(lower(coalesce(username, '')), 200)`,
      t.id,
    ),
    index('imports_status_seen').on(t.environment, t.statusKey, t.seenAt, t.id),
    index('imports_status_since').on(t.environment, t.statusKey, t.gone, t.sinceTo),
    index('imports_decision').on(t.environment, t.decision, t.seenAt, t.id),
    index('imports_tool').on(t.environment, t.tool, t.seenAt, t.id),
    index('imports_family').on(t.environment, t.family, t.seenAt, t.id),
    index('imports_created_by').on(t.environment, t.createdBy, t.seenAt, t.id),
    index('imports_gone').on(t.environment, t.gone, t.seenAt, t.id),
    index('imports_search_terms').using('gin', sql`array_to_tsvector(search_terms)`),
    // What may still move, by freshness: how old the oldest look is, at any number of finished imports.
    index('imports_moving')
      .on(t.environment, t.seenAt)
      .where(sql`not gone and (status_key is null or status_key not in ('Migration completed', 'Migration cleaned'))`),
  ],
);

/**
 * How many rows there are of each status, kept in the transactions that move them: counting a million rows for every
 * page that shows the numbers would be the slowest thing on it. `status_key` is empty where none was told.
 */
export const importCounts = pgTable(
  'import_counts',
  {
    environment: text('environment', { enum: environments }).notNull(),
    statusKey: text('status_key').notNull(),
    gone: boolean('gone').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.statusKey, t.gone] })],
);

/** Redirect URLs and import tokens of imports we made, sealed. */
export const importSecrets = pgTable(
  'import_secrets',
  {
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    redirectUrlEncrypted: bytes('redirect_url_encrypted'),
    /** Keyed fingerprint of the import's token, so that the full-migration page can find the import. */
    tokenFingerprint: text('token_fingerprint'),
    at: timestamptz('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.importId] }), index('import_secrets_token').on(t.tokenFingerprint)],
);

/**
 * What the watcher plans, a row a unit: a customer's list, which answers for all of the customer's imports at once, or
 * one import where the username is not known, where its list does not name it, or where it is to be read once in full.
 */
export const pollUnits = pgTable(
  'poll_units',
  {
    kind: text('kind', { enum: ['username', 'import'] }).notNull(),
    /** The username, or the identifier of the import. Live alone: the sandbox is static and not watched. */
    key: text('key').notNull(),
    /** On the database's clock. The year 1970 is how urgent ones come first in the one index. */
    nextPollAt: timestamptz('next_poll_at').notNull(),
    lastPollAt: timestamptz('last_poll_at'),
    /** Expected changes a second of the whole unit. */
    rate: doublePrecision('rate').notNull(),
    /** Set when everything in the unit is finished: seconds between looks, whatever the rate. */
    fixedIntervalS: integer('fixed_interval_s'),
    /** Set by a webhook or a hint: ask soon, whatever the schedule says. Cleared by the claim that sees it. */
    urgent: boolean('urgent').notNull().default(false),
    /** An import whose customer's list does not name it, so that it is asked for by itself. */
    unlisted: boolean('unlisted').notNull().default(false),
    /** An identifier that only an unverified message has told us: asked for once, and a few at a time. */
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

/** How often a status was left after how long, by status: what the watcher's rates and "stuck" are estimated from. */
export const statusPeriods = pgTable(
  'status_periods',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    /** Of the point with which the stay began. */
    fingerprint: text('fingerprint').notNull(),
    statusKey: text('status_key').notNull(),
    tool: text('tool'),
    durationS: integer('duration_s').notNull(),
    endedAt: timestamptz('ended_at').notNull(),
  },
  (t) => [
    index('status_periods_status').on(t.environment, t.statusKey, t.endedAt),
    index('status_periods_import').on(t.environment, t.importId),
  ],
);

export const notes = pgTable(
  'notes',
  {
    id: uuid('id').primaryKey(),
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    text: text('text').notNull(),
    staffId: uuid('staff_id').notNull(),
    by: text('by').notNull(),
    at: timestamptz('at').notNull(),
  },
  (t) => [index('notes_import').on(t.environment, t.importId, t.at)],
);

/** A creation is written down before the call, with the ids then known under the username. */
export const creationAttempts = pgTable(
  'creation_attempts',
  {
    id: uuid('id').primaryKey(),
    environment: text('environment', { enum: environments }).notNull(),
    username: text('username'),
    tool: text('tool').notNull(),
    family: text('family'),
    instanceUrl: text('instance_url'),
    startFull: boolean('start_full').notNull().default(false),
    /** Ids known under the username just before the call; null when they could not be asked for. */
    knownIds: json('known_ids'),
    state: text('state', {
      enum: ['recorded', 'sending', 'created', 'adopted', 'invalid', 'not_created', 'unknown', 'abandoned', 'sandbox'],
    }).notNull(),
    importId: text('import_id'),
    /** The service's validation errors, for the page that comes back by 303. Never holds what was typed as a secret. */
    errors: json('errors'),
    message: text('message').notNull().default(''),
    by: text('by').notNull(),
    staffId: uuid('staff_id'),
    linkId: uuid('link_id'),
    visitorId: uuid('visitor_id'),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
    answeredAt: timestamptz('answered_at'),
    leaseUntil: timestamptz('lease_until'),
    lookups: json('lookups')
      .notNull()
      .default(sql`'[]'::jsonb`),
    replacedBy: uuid('replaced_by'),
  },
  (t) => [
    index('creation_attempts_state').on(t.state, t.leaseUntil),
    index('creation_attempts_username').on(t.environment, t.username),
    index('creation_attempts_link').on(t.linkId),
    index('creation_attempts_import').on(t.environment, t.importId),
    index('creation_attempts_staff').on(t.environment, t.staffId, t.createdAt),
  ],
);
