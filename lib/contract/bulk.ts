import * as z from 'zod/mini';
import { monthBudgetSchema } from './policy';
import { count, dateTime, text } from './base-schemas';

/** What one import of a bulk decision would come to, or has come to. */
export const bulkItemSchema = z.object({
  importId: text(1000),
  username: z.nullable(text(1000)),
  state: z.enum([
    'would_send',
    'would_propose',
    'blocked',
    'waiting',
    'proposed',
    'sending',
    'confirmed',
    'refused',
    'unknown',
  ]),
  /** Why it is blocked, or how it came out, in words. */
  says: text(4000),
});
export type BulkItem = z.infer<typeof bulkItemSchema>;

export const maxBulkItems = 200;
const ids = z.array(text(1000)).check(z.minLength(1), z.maxLength(maxBulkItems));
const kind = z.enum(['accept', 'reject']);

export const bulkPreviewBodySchema = z.object({ kind, importIds: ids });
export const bulkPreviewSchema = z.object({
  items: z.array(bulkItemSchema),
  sends: count,
  blocked: count,
  /** How the month stands before it, and whether policy asks for a reason. */
  budget: monthBudgetSchema,
  reasonRequired: z.boolean(),
});
export type BulkPreview = z.infer<typeof bulkPreviewSchema>;

export const bulkBodySchema = z.object({
  /** Made once by the page: sent twice it is one run. */
  id: z.uuid(),
  kind,
  importIds: ids,
  reason: z._default(text(4000), ''),
  note: z._default(text(4000), ''),
});
export type BulkBody = z.infer<typeof bulkBodySchema>;

export const bulkRunSchema = z.object({
  id: text(100),
  kind,
  by: text(300),
  at: dateTime,
  finishedAt: z.nullable(dateTime),
  items: z.array(bulkItemSchema),
});
export type BulkRun = z.infer<typeof bulkRunSchema>;

/** A run as the queue mentions it: how far it is, and what needs a look. */
export const bulkRunSummarySchema = z.object({
  id: text(100),
  kind,
  by: text(300),
  at: dateTime,
  finishedAt: z.nullable(dateTime),
  total: count,
  over: count,
  unknown: count,
});
export type BulkRunSummary = z.infer<typeof bulkRunSummarySchema>;
