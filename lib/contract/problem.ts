import { z } from 'zod';
import { count, text } from './base-schemas';

export const fieldErrorSchema = z.object({ field: text(500), message: text(10_000) });

/** `application/problem+json` (RFC 9457). */
export const problemSchema = z.object({
  type: text(200),
  title: text(500),
  status: z.number(),
  detail: text(10_000),
  errors: z.array(fieldErrorSchema).max(1000),
  requestId: text(100),
  retryAfterS: count.optional(),
});
export type Problem = z.infer<typeof problemSchema>;
