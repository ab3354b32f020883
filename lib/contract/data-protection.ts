import { z } from 'zod';
import { count, dateTime, environmentSchema, text } from './base-schemas';

const maxDays = 36_500;
/** Null keeps the data forever. */
const days = z.int('Enter whole days').min(1, 'At least one day').max(maxDays, 'At most 36,500 days').nullable();

export const retentionSchema = z.object({
  rawDays: days,
  deliveryDays: days,
  linkDays: days,
  attemptDays: days,
  importDays: days,
  messageDays: days,
});
export type Retention = z.infer<typeof retentionSchema>;

export const defaultRetention: Retention = {
  rawDays: 180,
  deliveryDays: 90,
  linkDays: 90,
  attemptDays: 365,
  importDays: 1095,
  messageDays: 90,
};

export const retentionVersionSchema = z.object({ version: count, retention: retentionSchema });
export const saveRetentionBodySchema = z.object({ retention: retentionSchema, basedOn: count });

/** What the settings would delete now. */
export const retentionPreviewSchema = z.object({
  rawAnswers: count,
  deliveries: count,
  links: count,
  attempts: count,
  imports: count,
  messages: count,
});
export type RetentionPreview = z.infer<typeof retentionPreviewSchema>;

export const usernameSchema = text(1000)
  .refine((name) => name.trim() !== '', 'Enter the username')
  .refine((name) => name.isWellFormed() && !name.includes('\u0000'), 'Contains characters that are not allowed');

export const customerBodySchema = z.object({ username: usernameSchema });

const rowCountsSchema = z.record(text(100), count);

export const customerSummarySchema = z.object({
  username: text(1000),
  /** The spellings that are stored. */
  spellings: z.array(text(1000)),
  imports: z.array(
    z.object({ environment: environmentSchema, id: text(1000), status: text(2000).nullable(), running: z.boolean() }),
  ),
  importCount: count,
  /** Rows per table, only those that have any. */
  rows: rowCountsSchema,
  /** Why the customer cannot be erased now; null if they can. */
  blockedReason: text(500).nullable(),
  /** A migration is running: erasing has to be confirmed for it. */
  running: z.boolean(),
  erasedAt: dateTime.nullable(),
});
export type CustomerSummary = z.infer<typeof customerSummarySchema>;

export const eraseBodySchema = z.object({
  username: usernameSchema,
  /** Typed by the admin. */
  confirmation: text(1000),
  stopFollowing: z.boolean().default(false),
});
export type EraseBody = z.infer<typeof eraseBodySchema>;

export const erasureReceiptSchema = z.object({
  id: text(100),
  begunAt: dateTime,
  finishedAt: dateTime,
  by: text(500),
  /** Rows that were deleted or cleared, per table. */
  rows: rowCountsSchema,
  /** Keyed: only this installation can compute it from a username. */
  usernameHash: text(100),
  auditHead: z.object({ entry: count, hash: text(100) }),
  mac: text(100),
});
export type ErasureReceipt = z.infer<typeof erasureReceiptSchema>;

export const receiptCheckBodySchema = z.object({ receipt: erasureReceiptSchema });
export const receiptCheckSchema = z.object({ valid: z.boolean() });
