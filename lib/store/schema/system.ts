import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, json, timestamptz } from './columns';

/** Versioned settings that admins change in the app, such as branding. */
export const appSettings = pgTable(
  'app_settings',
  {
    key: text('key').notNull(),
    version: integer('version').notNull(),
    value: json('value').notNull(),
    by: text('by').notNull(),
    at: timestamptz('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.version] })],
);

/** The connection to the service that an admin entered: at most one row. */
export const connection = pgTable(
  'connection',
  {
    id: integer('id').primaryKey().default(1),
    version: integer('version').notNull(),
    /** Address, token, webhook secrets and dialect as JSON. */
    valueEncrypted: bytes('value_encrypted').notNull(),
    by: text('by').notNull(),
    at: timestamptz('at').notNull(),
    /** When a check of exactly this version found a working service. */
    checkedAt: timestamptz('checked_at'),
  },
  (t) => [check('connection_one_row', sql`${t.id} = 1`)],
);

/** Facts about this installation: demo data seeded, last response of the service, missing fields. */
export const installation = pgTable('installation', {
  key: text('key').primaryKey(),
  value: json('value').notNull(),
  at: timestamptz('at').notNull(),
});

export const toolLists = pgTable(
  'tool_lists',
  {
    environment: text('environment', { enum: ['live', 'sandbox'] }).notNull(),
    family: text('family').notNull(),
    /** The address of the service that it was read from. Empty in rows from before migration 0018. */
    url: text('url').notNull().default(''),
    tools: json('tools').notNull(),
    fetchedAt: timestamptz('fetched_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.family] })],
);

/** Keyed hashes of erased usernames and import ids, so that polls and webhooks do not restore them. */
export const erasures = pgTable('erasures', {
  fingerprint: text('fingerprint').primaryKey(),
  /** `pruned` is an import that retention deleted: polls ignore it, a lookup by staff stores it again. */
  kind: text('kind', { enum: ['username', 'import', 'pruned'] }).notNull(),
  at: timestamptz('at').notNull(),
});

/**
 * Keys encrypted with LANDFALL_KEY. For hashes that cannot be computed again: rotating LANDFALL_KEY re-encrypts the key and
 * leaves the hashes valid.
 */
export const dataKeys = pgTable('data_keys', {
  name: text('name').primaryKey(),
  keyEncrypted: bytes('key_encrypted').notNull(),
  createdAt: timestamptz('created_at').notNull(),
});
