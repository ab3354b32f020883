import * as z from 'zod/mini';
import { dateTime, text } from './base-schemas';

export const toolSchema = z.object({
  /** Sent as `source_tool`. */
  value: text(500),
  name: text(500),
  slug: z.nullable(text(500)),
  family: z.nullable(text(200)),
});
export type Tool = z.infer<typeof toolSchema>;

export const toolsResponseSchema = z.object({
  tools: z.array(toolSchema).check(z.maxLength(10_000)),
  families: z.array(text(200)).check(z.maxLength(200)),
  fetchedAt: dateTime,
  /** True if the service could not be reached and this is its previous answer. */
  stale: z.boolean(),
});
export type ToolsResponse = z.infer<typeof toolsResponseSchema>;

export const toolsQuerySchema = z.object({ family: z.optional(text(200)) });
