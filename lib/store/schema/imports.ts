import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { environments } from '../../contract/environment';
import type { StatusFamily } from '../../contract/status';
import { bytes, json, timestamptz } from './columns';

/** What imports are counted by. */
export const importFacets = ['status', 'decision', 'tool', 'family', 'creator', 'warnings'] as const;
export type ImportFacet = (typeof importFacets)[number];
const sources = ['created', 'lookup', 'watcher', 'webhook', 'decision', 'customer', 'demo'] as const;

/** Append-only. The raw response is encrypted, since fields we do not know may contain tokens. */
export const observations = pgTable(
  'observations',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    source: text('source', { enum: sources }).notNull(),
    /** The original status text; null for a 404 or a response without a status. */
    status: text('status'),
    gone: boolean('gone').notNull().default(false),
    /** Request and response time by our clock: the state was true at some time in between. */
    askedAt: timestamptz('asked_at').notNull(),
    seenAt: timestamptz('seen_at').notNull(),
    /** Event time, if the payload contains one. */
    happenedAt: timestamptz('happened_at'),
    /** When the previous state was last seen. */
    previousSeenAt: timestamptz('previous_seen_at'),
    facts: json('facts').notNull(),
    /** Hash and size of each reported field, so that rows can be derived without reading all warnings. */
    reported: json('reported').notNull(),
    rawEncrypted: bytes('raw_encrypted'),
    /** The staff member or delivery that caused this observation. */
    by: text('by'),
    deliveryId: uuid('delivery_id'),
    /** Deduplicates: content of a webhook, or status and facts at a time. */
    fingerprint: text('fingerprint').notNull(),
  },
  (t) => [
    // By time, because only the last ones matter for a new observation.
    index('observations_import').on(t.environment, t.importId, t.seenAt),
    uniqueIndex('observations_fingerprint').on(t.environment, t.importId, t.fingerprint),
  ],
);

/** Reads that repeated an earlier observation. They bound when a status began and ended. */
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

/** Facts from staff or this app that the service does not report. Append-only; the newest value wins. */
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

/** Current state. Can be rebuilt from observations, facts and decisions. */
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
    /** Canonical status if recognised, otherwise the original text. Used for counts and filters. */
    statusKey: text('status_key'),
    statusFamily: text('status_family').$type<StatusFamily>().notNull().default('unknown'),
    sinceFrom: timestamptz('since_from'),
    sinceTo: timestamptz('since_to'),
    seenAt: timestamptz('seen_at').notNull(),
    seenBy: text('seen_by').notNull(),
    gone: boolean('gone').notNull().default(false),
    warnings: integer('warnings').notNull().default(0),
    records: integer('records'),
    usersMatched: integer('users_matched'),
    usersTotal: integer('users_total'),
    /** Summary of sponsorship for list and filter, updated by the sponsorship operations in the same transaction. */
    decision: text('decision').notNull().default('none'),
    createdAt: timestamptz('created_at'),
    createdBy: text('created_by'),
    demo: boolean('demo').notNull().default(false),
    firstSeenAt: timestamptz('first_seen_at').notNull(),
    /** Words of username, id, tool and instance, for prefix search. */
    searchTerms: text('search_terms').array().notNull(),
    /** How far it ever came, even if it moved back. This and the next two are set by triggers. */
    stage: smallint('stage').notNull().default(0),
    /** Whether a full migration was ever requested. */
    requested: boolean('requested').notNull().default(false),
    /** When its full migration was first completed. */
    completedAt: timestamptz('completed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.environment, t.id] }),
    // One index per sort, used in both directions, also within a status, and one per filter in the usual order.
    index('imports_gone').on(t.environment, t.gone, t.seenAt, t.id),
    index('imports_since').on(t.environment, sql`coalesce(since_to, first_seen_at)`, t.id),
    index('imports_created').on(t.environment, sql`coalesce(created_at, first_seen_at)`, t.id),
    index('imports_warnings').on(t.environment, t.warnings, t.id),
    index('imports_username').on(
      t.environment,
      sql`(username is null)`,
      sql`left(lower(coalesce(username, '')), 200)`,
      t.id,
    ),
    index('imports_status_seen').on(t.environment, t.statusKey, t.gone, t.seenAt, t.id),
    index('imports_status_since').on(t.environment, t.statusKey, t.gone, t.sinceTo, t.id),
    index('imports_status_created').on(
      t.environment,
      t.statusKey,
      t.gone,
      sql`coalesce(created_at, first_seen_at)`,
      t.id,
    ),
    index('imports_status_warnings').on(t.environment, t.statusKey, t.gone, t.warnings, t.id),
    index('imports_status_username').on(
      t.environment,
      t.statusKey,
      t.gone,
      sql`((username is null)::int)`,
      sql`left(lower(coalesce(username, '')), 200)`,
      t.id,
    ),
    index('imports_decision').on(t.environment, t.decision, t.gone, t.seenAt, t.id),
    index('imports_tool').on(t.environment, t.tool, t.gone, t.seenAt, t.id),
    index('imports_family').on(t.environment, t.family, t.gone, t.seenAt, t.id),
    index('imports_created_by').on(t.environment, t.createdBy, t.gone, t.seenAt, t.id),
    // A tool and a status are chosen together most often.
    index('imports_tool_status').on(t.environment, t.tool, t.statusKey, t.gone, t.seenAt, t.id),
    index('imports_completed')
      .on(t.environment, t.completedAt, t.id)
      .where(sql`completed_at is not null`),
    index('imports_search_terms').using('gin', sql`array_to_tsvector(search_terms)`),
    // Completed samples with many warnings, for the overview.
    index('imports_warned_samples')
      .on(t.environment, t.sinceTo)
      .where(sql`status_key = 'Sample migration completed' and not gone and warnings > 50`),
    // Imports that can still change, by last poll: finds the oldest one however many are finished.
    index('imports_moving')
      .on(t.environment, t.seenAt)
      .where(sql`not gone and (status_key is null or status_key not in ('Migration completed', 'Migration cleaned'))`),
  ],
);

/**
 * Counts by facet, kept by triggers on `imports`, because counting a million rows per page would be too slow. A count is
 * the sum of its rows: writers only add rows, so that they never wait for each other, and the triggers merge them.
 */
export const importCounts = pgTable('import_counts', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  environment: text('environment', { enum: environments }).notNull(),
  facet: text('facet', { enum: importFacets }).notNull(),
  /** Empty if unknown. For warnings `none`, `some` or `many`. */
  value: text('value').notNull(),
  gone: boolean('gone').notNull(),
  count: bigint('count', { mode: 'number' }).notNull(),
});

/**
 * Imports by day: how far those created on a day came, their tools, and how many were completed on it. Kept like
 * `import_counts`, so that the overview need not read every import of a year.
 */
export const importDays = pgTable(
  'import_days',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment', { enum: environments }).notNull(),
    /** In UTC. */
    day: date('day').notNull(),
    facet: text('facet', { enum: ['steps', 'tool', 'completed'] }).notNull(),
    /** For `steps`, one digit for each step of the funnel after the first. For `completed`, empty. */
    value: text('value').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (t) => [index('import_days_day').on(t.environment, t.facet, t.day, t.value, t.count)],
);

export const importSecrets = pgTable(
  'import_secrets',
  {
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    redirectUrlEncrypted: bytes('redirect_url_encrypted'),
    /** Keyed fingerprint of the import's token, used by the full-migration page to find the import. */
    tokenFingerprint: text('token_fingerprint'),
    at: timestamptz('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.importId] }), index('import_secrets_token').on(t.tokenFingerprint)],
);

/** Past periods in a status: how far the import came and when, and the basis for poll rates and for "stuck". */
export const statusPeriods = pgTable(
  'status_periods',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    /** The observation that started the period. */
    fingerprint: text('fingerprint').notNull(),
    statusKey: text('status_key').notNull(),
    tool: text('tool'),
    /** At the latest. Null in rows from before migration 0017. */
    startedAt: timestamptz('started_at'),
    /** Null, with the end, if the duration says nothing. The indexes then leave the period apart. */
    durationS: integer('duration_s'),
    endedAt: timestamptz('ended_at'),
  },
  (t) => [
    // With what is measured, so that the table need not be read.
    index('status_periods_status').on(t.environment, t.statusKey, t.endedAt, t.durationS),
    index('status_periods_tool').on(t.environment, t.tool, t.statusKey, t.endedAt, t.durationS),
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

export const importTags = pgTable(
  'import_tags',
  {
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    /** In lower case. */
    tag: text('tag').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.environment, t.importId, t.tag] }),
    index('import_tags_tag').on(t.environment, t.tag, t.importId),
  ],
);
