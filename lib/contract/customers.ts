import * as z from 'zod/mini';
import { count, dateTime, text } from './base-schemas';
import { customerPageSize, maxCustomerTimelines } from './customer-page-size';
import { usernameSchema } from './data-protection';
import { importRowSchema } from './imports';
import { statusSchema } from './status-schema';
import { timelineEntrySchema } from './timeline';

export const customerQuerySchema = z.object({
  username: usernameSchema,
  imports: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(maxCustomerTimelines)), customerPageSize),
});

export const importReferenceSchema = z.object({ id: text(1000), tool: z.nullable(text(500)) });

export const customerEntrySchema = z.extend(timelineEntrySchema, {
  /** Null for a request that is not matched to an import, and for a paid start whose import is not known yet. */
  import: z.nullable(importReferenceSchema),
});

export const attentionSchema = z.object({
  kind: z.enum(['unknown', 'proposed', 'asked', 'unmatched', 'stuck', 'warnings']),
  importId: z.nullable(text(1000)),
  since: z.nullable(dateTime),
  /** Warnings, of `warnings`; otherwise 0. */
  count,
});

export const customerStatusSchema = z.object({
  status: z.nullable(statusSchema),
  gone: z.boolean(),
  count,
  importId: text(1000),
});

export const customerSchema = z.object({
  /** As spelled by the latest import or request; as given if there is none. */
  username: text(1000),
  otherSpellings: z.array(text(1000)),
  importCount: count,
  /** True if there may be more: counting stopped. */
  importCountIsMinimum: z.boolean(),
  /** Of all counted imports, most frequent first. */
  statuses: z.array(customerStatusSchema),
  attention: z.array(attentionSchema),
  /** Those in the timeline, by their latest entry. */
  imports: z.array(importRowSchema),
  timeline: z.array(customerEntrySchema),
  /** There are older entries, of these or of further imports. */
  hasMore: z.boolean(),
  /** Set if the customer was erased. Nothing else is shown then. */
  erasedAt: z.nullable(dateTime),
});
export type Customer = z.infer<typeof customerSchema>;
export type CustomerEntry = z.infer<typeof customerEntrySchema>;
