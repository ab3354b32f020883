import { z } from 'zod';
import { count, dateTime, environmentSchema, text } from './base-schemas';

/** Fills an empty database: the service lists imports by username only. */
export const bulkLookupBodySchema = z.object({
  usernames: z.array(text(1000)).min(1, 'Enter at least one name').max(5000),
});
export type BulkLookupBody = z.infer<typeof bulkLookupBodySchema>;

export const bulkLookupSchema = z.object({
  id: text(100),
  environment: environmentSchema,
  by: text(300),
  createdAt: dateTime,
  waiting: count,
  done: count,
  failed: count,
  names: z.array(
    z.object({
      username: text(1000),
      state: z.enum(['waiting', 'done', 'failed']),
      found: count.nullable(),
      problem: text(1000).nullable(),
    }),
  ),
});
export type BulkLookup = z.infer<typeof bulkLookupSchema>;
