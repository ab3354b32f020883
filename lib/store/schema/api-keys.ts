import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, timestamptz } from './columns';

/** Keys with which a partner's own product calls our API. A secret has 192 random bits, so a plain hash protects it. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    scope: text('scope', { enum: ['read', 'create'] }).notNull(),
    /** SHA-256, in hex. */
    secretHash: text('secret_hash').notNull(),
    /** Its last characters, to recognise it. */
    secretEnd: text('secret_end').notNull(),
    /** The secret that a rotation replaced, which works a while longer. */
    oldSecretHash: text('old_secret_hash'),
    oldSecretUntil: timestamptz('old_secret_until'),
    createdAt: timestamptz('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    expiresAt: timestamptz('expires_at'),
    revokedAt: timestamptz('revoked_at'),
    revokedBy: text('revoked_by'),
    /** When the current minute of the rate limit began, and the calls since then. */
    lastUsedAt: timestamptz('last_used_at'),
    calls: integer('calls').notNull().default(0),
  },
  (t) => [uniqueIndex('api_keys_secret').on(t.secretHash), index('api_keys_old_secret').on(t.oldSecretHash)],
);

/**
 * Requests that were sent with an Idempotency-Key. Without a response, one is running until its lease ends, and its outcome
 * is unknown after that. Without either, its response is not stored, and it is not carried out again.
 */
export const idempotentRequests = pgTable(
  'idempotent_requests',
  {
    /** SHA-256 of the caller and their key. */
    id: text('id').primaryKey(),
    /** Keyed hash of the request, which may name a customer. */
    fingerprint: text('fingerprint').notNull(),
    /** For operations that can be continued after a crash. */
    operationId: uuid('operation_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    leaseUntil: timestamptz('lease_until'),
    responseEncrypted: bytes('response_encrypted'),
  },
  (t) => [index('idempotent_requests_created').on(t.createdAt)],
);
