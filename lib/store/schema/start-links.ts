import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
    revokedAt: timestamptz('revoked_at'),
    revokedBy: text('revoked_by'),
  },
  (t) => [index('start_links_username').on(t.username), index('start_links_import').on(t.importId)],
);

/** A link to the customer's own page of an import. The URL carries the encrypted id. */
export const customerLinks = pgTable(
  'customer_links',
  {
    id: uuid('id').primaryKey(),
    environment: text('environment', { enum: ['live', 'sandbox'] }).notNull(),
    importId: text('import_id').notNull(),
    /** `all` ends every link of the import that was issued until then, also those without a row. */
    kind: text('kind', { enum: ['migration', 'all'] }).notNull(),
    createdBy: text('created_by').notNull(),
    staffId: uuid('staff_id'),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    lastUsedAt: timestamptz('last_used_at'),
    uses: integer('uses').notNull().default(0),
    revokedAt: timestamptz('revoked_at'),
    revokedBy: text('revoked_by'),
  },
  (t) => [
    index('customer_links_import').on(t.environment, t.importId),
    index('customer_links_expires').on(t.expiresAt),
  ],
);

/** A customer requested a tool that the list does not have. */
export const toolRequests = pgTable(
  'tool_requests',
  {
    id: uuid('id').primaryKey(),
    at: timestamptz('at').notNull(),
    /** From the link or the migration that the customer came with; null for anyone else. */
    username: text('username'),
    tool: text('tool').notNull(),
    /** The tool's website. */
    url: text('url').notNull().default(''),
    message: text('message').notNull().default(''),
    /** As entered, not confirmed. */
    email: text('email'),
    language: text('language'),
    handledAt: timestamptz('handled_at'),
    handledBy: text('handled_by'),
    note: text('note').notNull().default(''),
  },
  (t) => [
    index('tool_requests_at').on(t.at, t.id),
    index('tool_requests_open')
      .on(t.at, t.id)
      .where(sql`handled_at is null`),
  ],
);
