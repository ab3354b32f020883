import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { json, timestamptz } from './columns';

/** Settings that admins change in the app, versioned: branding, policy switches. */
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

/** One row a fact of this installation: demo seeded, last answer of the service, fields not found. */
export const installation = pgTable('installation', {
  key: text('key').primaryKey(),
  value: json('value').notNull(),
  at: timestamptz('at').notNull(),
});

/** The source tools as last told, per environment and family. */
export const toolLists = pgTable(
  'tool_lists',
  {
    environment: text('environment', { enum: ['live', 'sandbox'] }).notNull(),
    family: text('family').notNull(),
    tools: json('tools').notNull(),
    fetchedAt: timestamptz('fetched_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.family] })],
);
