import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, moment } from './columns';

const environments = ['live', 'sandbox'] as const;

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
    source: text('source', {
      enum: ['created', 'lookup', 'watcher', 'webhook', 'decision', 'customer', 'demo'],
    }).notNull(),
    /** The status text as given; null when the observation is a 404 or told no status. */
    status: text('status'),
    gone: boolean('gone').notNull().default(false),
    /** When we saw it, by our clock. */
    seenAt: moment('seen_at').notNull(),
    /** When it happened or was reported, if the payload says so. */
    happenedAt: moment('happened_at'),
    /** The last time we had seen what was before. */
    previousSeenAt: moment('previous_seen_at'),
    facts: jsonb('facts').notNull(),
    rawSealed: bytes('raw_sealed'),
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

/** Until when an observation was still seen to hold. The only thing about an observation that moves. */
export const sightings = pgTable('sightings', {
  observationId: bigint('observation_id', { mode: 'number' })
    .primaryKey()
    .references(() => observations.id),
  lastSeenAt: moment('last_seen_at').notNull(),
  lastSeenBy: text('last_seen_by').notNull(),
});

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
    source: text('source').notNull(),
    by: text('by'),
    at: moment('at').notNull(),
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
    sinceFrom: moment('since_from'),
    sinceTo: moment('since_to'),
    seenAt: moment('seen_at').notNull(),
    seenBy: text('seen_by').notNull(),
    gone: boolean('gone').notNull().default(false),
    warnings: integer('warnings').notNull().default(0),
    records: integer('records'),
    usersMatched: integer('users_matched'),
    usersTotal: integer('users_total'),
    /** One word of sponsorship for list and filter; kept by the sponsorship verbs in the same transaction. */
    decision: text('decision').notNull().default('none'),
    createdAt: moment('created_at'),
    createdBy: text('created_by'),
    demo: boolean('demo').notNull().default(false),
    firstSeenAt: moment('first_seen_at').notNull(),
    /** Lower-cased haystack for free text: username, identifier, tool, instance. */
    search: text('search').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.environment, t.id] }),
    index('imports_seen').on(t.environment, t.seenAt, t.id),
    index('imports_status_seen').on(t.environment, t.statusKey, t.seenAt, t.id),
    index('imports_since').on(t.environment, t.sinceTo, t.id),
    index('imports_created').on(t.environment, t.createdAt, t.id),
    index('imports_warnings').on(t.environment, t.warnings, t.id),
    index('imports_username').on(t.environment, t.username, t.id),
    index('imports_decision').on(t.environment, t.decision, t.seenAt, t.id),
    index('imports_tool').on(t.environment, t.tool, t.seenAt, t.id),
    index('imports_family').on(t.environment, t.family, t.seenAt, t.id),
  ],
);

/** Redirect URLs and import tokens of imports we made, sealed. */
export const importSecrets = pgTable(
  'import_secrets',
  {
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    redirectUrlSealed: bytes('redirect_url_sealed'),
    /** Keyed fingerprint of the import's token, so that the full-migration page can find the import. */
    tokenFingerprint: text('token_fingerprint'),
    at: moment('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.importId] }), index('import_secrets_token').on(t.tokenFingerprint)],
);

/** What the watcher plans: when each live import is to be asked for next, and who has claimed it. */
export const watch = pgTable(
  'watch',
  {
    importId: text('import_id').primaryKey(),
    nextLookAt: moment('next_look_at').notNull(),
    claimedUntil: moment('claimed_until'),
    claimedBy: text('claimed_by'),
    failures: integer('failures').notNull().default(0),
    /** Set by a webhook or a hint: ask soon, whatever the schedule says. */
    urgent: boolean('urgent').notNull().default(false),
  },
  (t) => [index('watch_next').on(t.urgent, t.nextLookAt)],
);

/** How often a status was left after how long, by status: what the watcher's rates and "stuck" are estimated from. */
export const stays = pgTable(
  'stays',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    observationId: bigint('observation_id', { mode: 'number' }).notNull(),
    statusKey: text('status_key').notNull(),
    tool: text('tool'),
    stayedS: integer('stayed_s').notNull(),
    endedAt: moment('ended_at').notNull(),
  },
  (t) => [
    index('stays_status').on(t.environment, t.statusKey, t.endedAt),
    index('stays_import').on(t.environment, t.importId),
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
    at: moment('at').notNull(),
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
    knownIds: jsonb('known_ids'),
    state: text('state', {
      enum: ['recorded', 'sending', 'created', 'adopted', 'invalid', 'not_created', 'unknown', 'abandoned', 'sandbox'],
    }).notNull(),
    importId: text('import_id'),
    /** The service's validation errors, for the page that comes back by 303. Never holds what was typed as a secret. */
    errors: jsonb('errors'),
    message: text('message').notNull().default(''),
    by: text('by').notNull(),
    staffId: uuid('staff_id'),
    linkId: uuid('link_id'),
    visitorId: uuid('visitor_id'),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
    answeredAt: moment('answered_at'),
    leaseUntil: moment('lease_until'),
    looks: jsonb('looks')
      .notNull()
      .default(sql`'[]'::jsonb`),
    replacedBy: uuid('replaced_by'),
  },
  (t) => [
    index('creation_attempts_state').on(t.state, t.leaseUntil),
    index('creation_attempts_username').on(t.environment, t.username),
    index('creation_attempts_link').on(t.linkId),
    index('creation_attempts_import').on(t.environment, t.importId),
  ],
);
