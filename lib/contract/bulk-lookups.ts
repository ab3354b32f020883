import * as z from 'zod/mini';
import { count, dateTime, environmentSchema, text } from './base-schemas';

/** Fills an empty database: the service lists imports by username only. */
export const bulkLookupBodySchema = z.object({
  usernames: z.array(text(1000)).check(z.minLength(1, 'Enter at least one name'), z.maxLength(5000)),
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
      found: z.nullable(count),
      problem: z.nullable(text(1000)),
    }),
  ),
});
export type BulkLookup = z.infer<typeof bulkLookupSchema>;
