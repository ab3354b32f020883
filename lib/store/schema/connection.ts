import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, timestamptz } from './columns';

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
