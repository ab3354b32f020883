import * as z from 'zod/mini';
import { count, text } from './base-schemas';

export const fieldErrorSchema = z.object({ field: text(500), message: text(10_000) });

/** `application/problem+json` (RFC 9457). */
export const problemSchema = z.object({
  type: text(200),
  title: text(500),
  status: z.number(),
  detail: text(10_000),
  errors: z.array(fieldErrorSchema).check(z.maxLength(1000)),
  requestId: text(100),
  retryAfterS: z.optional(count),
});
export type Problem = z.infer<typeof problemSchema>;
