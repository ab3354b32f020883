import { z } from 'zod';
import { count, dateTime, environmentSchema, text } from './base-schemas';

/** Personal values of an entry, which can be erased. */
export const auditFields = ['actor', 'subject', 'address', 'before', 'after'] as const;
export type AuditField = (typeof auditFields)[number];

const auditEntrySchema = z.object({
  seq: count,
  at: dateTime,
  actor: text(500).nullable(),
  actorId: text(100).nullable(),
  action: text(200),
  environment: text(20).nullable(),
  subject: text(2000).nullable(),
  /** The subject is the id of a known import. */
  isImport: z.boolean(),
  address: text(200).nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** Null because they were erased, not because they were empty. */
  erased: z.array(z.enum(auditFields)).max(auditFields.length),
  requestId: text(100),
  hash: text(64),
});
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

const invalidDay = 'Must be a date such as 2026-11-12';
const day = z.iso.date(invalidDay).regex(/^[12]/, invalidDay);

export const auditQuerySchema = z.object({
  q: text(200).default(''),
  /** An action such as `staff.added`, or a group such as `staff.`. */
  action: text(100).default(''),
  /** Days in UTC, inclusive. */
  from: day.optional(),
  until: day.optional(),
  environment: environmentSchema.optional(),
  before: count.optional(),
  limit: z.number().int().min(1).max(200).default(100),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

export const auditListSchema = z.object({
  entries: z.array(auditEntrySchema).max(200),
  nextBefore: count.nullable(),
  actions: z.array(text(200)).max(500),
  head: z.object({ seq: count, hash: text(64) }).nullable(),
});
export type AuditList = z.infer<typeof auditListSchema>;
