import * as z from 'zod/mini';
import { count, dateTime, environmentSchema, text } from './base-schemas';

/** Personal values of an entry, which can be erased. */
export const auditFields = ['actor', 'subject', 'address', 'before', 'after'] as const;
export type AuditField = (typeof auditFields)[number];

const auditEntrySchema = z.object({
  seq: count,
  at: dateTime,
  actor: z.nullable(text(500)),
  actorId: z.nullable(text(100)),
  action: text(200),
  environment: z.nullable(text(20)),
  subject: z.nullable(text(2000)),
  /** The subject is the id of a known import. */
  isImport: z.boolean(),
  address: z.nullable(text(200)),
  before: z.unknown(),
  after: z.unknown(),
  /** Null because they were erased, not because they were empty. */
  erased: z.array(z.enum(auditFields)).check(z.maxLength(auditFields.length)),
  requestId: text(100),
  hash: text(64),
});
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

const day = z.iso.date('Must be a date such as 2026-11-12');

export const auditQuerySchema = z.object({
  q: z._default(text(200), ''),
  /** An action such as `staff.added`, or a group such as `staff.`. */
  action: z._default(text(100), ''),
  /** Days in UTC, inclusive. */
  from: z.optional(day),
  until: z.optional(day),
  environment: z.optional(environmentSchema),
  before: z.optional(count),
  limit: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(200)), 100),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

export const auditListSchema = z.object({
  entries: z.array(auditEntrySchema).check(z.maxLength(200)),
  nextBefore: z.nullable(count),
  actions: z.array(text(200)).check(z.maxLength(500)),
  head: z.nullable(z.object({ seq: count, hash: text(64) })),
});
export type AuditList = z.infer<typeof auditListSchema>;
