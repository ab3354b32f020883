import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, json, timestamptz } from './columns';

/** One row per content and verdict. The body is encrypted. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey(),
    receivedAt: timestamptz('received_at').notNull(),
    /** SHA-256 of the raw body, and of the signed id or time if the body has no time, to count repeats. */
    contentHash: text('content_hash').notNull(),
    bodyEncrypted: bytes('body_encrypted').notNull(),
    bodyBytes: integer('body_bytes').notNull(),
    headers: json('headers').notNull(),
    verdict: text('verdict', { enum: ['verified', 'bad_signature', 'stale', 'unreadable', 'hint'] }).notNull(),
    reason: text('reason').notNull(),
    scheme: text('scheme'),
    importId: text('import_id'),
    status: text('status'),
    happenedAt: timestamptz('happened_at'),
    times: integer('times').notNull().default(1),
    lastReceivedAt: timestamptz('last_received_at').notNull(),
    appliedAt: timestamptz('applied_at'),
    /** Who requested reprocessing; null if applied automatically. */
    appliedBy: text('applied_by'),
    claimedUntil: timestamptz('claimed_until'),
    attempts: integer('attempts').notNull().default(0),
    failure: text('failure'),
    address: text('address').notNull(),
  },
  (t) => [
    uniqueIndex('deliveries_content').on(t.contentHash, t.verdict),
    index('deliveries_received').on(t.receivedAt, t.id),
    index('deliveries_verdict').on(t.verdict, t.receivedAt, t.id),
    index('deliveries_pending')
      .on(t.claimedUntil)
      .where(sql`verdict = 'verified' and applied_at is null`),
    index('deliveries_import').on(t.importId, t.receivedAt),
  ],
);

/** Total deliveries per verdict, including pruned ones. */
export const deliveryCounters = pgTable('delivery_counters', {
  verdict: text('verdict').primaryKey(),
  count: bigint('count', { mode: 'number' }).notNull(),
  lastAt: timestamptz('last_at').notNull(),
});
