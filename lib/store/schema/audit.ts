import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { json, timestamptz } from './columns';

/** Append-only and hash-chained. Triggers reject updates and deletes (migration 0001_guards). */
export const audit = pgTable(
  'audit',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    at: timestamptz('at').notNull(),
    actorId: uuid('actor_id'),
    /** Name and e-mail at the time, or `system`, `customer` or `stranger` when no one was signed in. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    environment: text('environment'),
    subject: text('subject').notNull(),
    address: text('address').notNull(),
    before: json('before'),
    after: json('after'),
    requestId: text('request_id').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    index('audit_at').on(t.at),
    index('audit_action').on(t.action, t.seq),
    index('audit_subject').on(t.subject, t.seq),
    index('audit_actor').on(t.actorId, t.seq),
  ],
);
