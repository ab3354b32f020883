import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { json, timestamptz } from './columns';

/** A signed customer link. The URL carries the encrypted data; this row records its use and its import. */
export const startLinks = pgTable(
  'start_links',
  {
    id: uuid('id').primaryKey(),
    username: text('username').notNull(),
    instanceUrl: text('instance_url'),
    tools: json('tools'),
    family: text('family'),
    language: text('language'),
    oneUse: boolean('one_use').notNull().default(false),
    expiresAt: timestamptz('expires_at').notNull(),
    usedAt: timestamptz('used_at'),
    importId: text('import_id'),
    createdBy: text('created_by').notNull(),
    staffId: uuid('staff_id'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [index('start_links_username').on(t.username), index('start_links_import').on(t.importId)],
);
