import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { json, timestamptz } from './columns';

/**
 * Append-only and hash-chained. Triggers reject updates and deletes. Personal values are in `audit_values`; the chain
 * holds only salted commitments to them, so that erasing a value leaves the chain verifiable.
 */
export const audit = pgTable(
  'audit',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    at: timestamptz('at').notNull(),
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    environment: text('environment'),
    requestId: text('request_id').notNull(),
    /** One SHA-256 per field of `audit_values`. */
    commitments: json('commitments').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
    /** The key of `mac`, which is outside the database. */
    keyId: text('key_id').notNull(),
    mac: text('mac').notNull(),
  },
  (t) => [
    index('audit_at').on(t.at, t.seq),
    index('audit_action').on(t.action, t.seq),
    index('audit_environment').on(t.environment, t.seq),
    index('audit_request').on(t.requestId),
  ],
);

/** The words of an entry, as a query has to write them to use the index `audit_values_words`. */
export const auditWords = sql`array_to_tsvector(array_remove(regexp_split_to_array(lower(left(coalesce(actor, ''), 500) || ' ' || left(coalesce(subject, ''), 500) || ' ' || left(coalesce(address, ''), 100)), '[^[:alnum:]]+'), ''))`;

/** Append-only, except that erasure removes values together with their salts. */
export const auditValues = pgTable(
  'audit_values',
  {
    seq: bigint('seq', { mode: 'number' })
      .primaryKey()
      .references(() => audit.seq),
    /** Name and e-mail at the time, or `system`, `customer` or `stranger` when no one was signed in. */
    actor: text('actor'),
    subject: text('subject'),
    address: text('address'),
    before: json('before'),
    after: json('after'),
    /** One per field that was not erased. */
    salts: json('salts').notNull(),
    erasedAt: timestamptz('erased_at'),
  },
  (t) => [
    index('audit_values_subject').on(t.subject, t.seq),
    // Words by prefix. Without table names: an index is always about its own table.
    index('audit_values_words').using('gin', auditWords),
  ],
);

/** Entries from before commitments, until the next start converts them. */
export const auditV1 = pgTable(
  'audit_v1',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    at: timestamptz('at').notNull(),
    actorId: uuid('actor_id'),
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
    index('audit_v1_at').on(t.at),
    index('audit_v1_action').on(t.action, t.seq),
    index('audit_v1_subject').on(t.subject, t.seq),
    index('audit_v1_actor').on(t.actorId, t.seq),
  ],
);
