import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { environments } from '../../contract/environment';
import { json, timestamptz } from './columns';

/** Recorded before the call, so that a lost response can be resolved. */
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
    /** Import ids of the username just before the call; null if they could not be fetched. */
    knownIds: json('known_ids'),
    state: text('state', {
      enum: ['recorded', 'sending', 'created', 'adopted', 'invalid', 'not_created', 'unknown', 'abandoned', 'sandbox'],
    }).notNull(),
    importId: text('import_id'),
    /** The service's validation errors, shown after the redirect. Never contains secrets that were entered. */
    errors: json('errors'),
    message: text('message').notNull().default(''),
    by: text('by').notNull(),
    staffId: uuid('staff_id'),
    linkId: uuid('link_id'),
    visitorId: uuid('visitor_id'),
    /** Where the customer wants to be written to, if the username is not an e-mail address. */
    contactEmail: text('contact_email'),
    /** The language of the page that the customer started on. */
    language: text('language'),
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
