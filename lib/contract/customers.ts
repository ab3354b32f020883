import { z } from 'zod';
import { count, dateTime, text } from './base-schemas';
import { customerPageSize, maxCustomerTimelines } from './customer-page-size';
import { usernameSchema } from './data-protection';
import { importRowSchema } from './imports';
import { statusSchema } from './status-schema';
import { timelineEntrySchema } from './timeline';

export const customerQuerySchema = z.object({
  username: usernameSchema,
  imports: z.number().int().min(1).max(maxCustomerTimelines).default(customerPageSize),
});

export const importReferenceSchema = z.object({ id: text(1000), tool: text(500).nullable() });

export const customerEntrySchema = timelineEntrySchema.extend({
  /** Null for a request that is not matched to an import, a paid start whose import is not known yet, a tool request. */
  import: importReferenceSchema.nullable(),
});

export const attentionSchema = z.object({
  kind: z.enum(['unknown', 'proposed', 'asked', 'unmatched', 'tool_request', 'stuck', 'warnings']),
  importId: text(1000).nullable(),
  since: dateTime.nullable(),
  /** Warnings, of `warnings`; otherwise 0. */
  count,
});

export const customerStatusSchema = z.object({
  status: statusSchema.nullable(),
  gone: z.boolean(),
  count,
  importId: text(1000),
});

export const customerSchema = z.object({
  /** Spelled as in the latest import or request; as given if there is none. */
  username: text(1000),
  otherSpellings: z.array(text(1000)),
  importCount: count,
  /** True if there may be more: counting stopped. */
  importCountIsMinimum: z.boolean(),
  /** Statuses of all counted imports, most frequent first. */
  statuses: z.array(customerStatusSchema),
  attention: z.array(attentionSchema),
  /** The imports in the timeline, by their latest entry. */
  imports: z.array(importRowSchema),
  timeline: z.array(customerEntrySchema),
  /** A larger `imports` returns older entries, of these or of further imports. */
  hasMore: z.boolean(),
  /** Set if the customer was erased. Nothing else is shown then. */
  erasedAt: dateTime.nullable(),
});
export type Customer = z.infer<typeof customerSchema>;
export type CustomerEntry = z.infer<typeof customerEntrySchema>;
