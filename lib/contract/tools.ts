import { z } from 'zod';
import { dateTime, text } from './base-schemas';

export const toolSchema = z.object({
  /** Sent as `source_tool`. */
  value: text(500),
  name: text(500),
  slug: text(500).nullable(),
  family: text(200).nullable(),
});
export type Tool = z.infer<typeof toolSchema>;

export const toolsResponseSchema = z.object({
  tools: z.array(toolSchema).max(10_000),
  families: z.array(text(200)).max(200),
  fetchedAt: dateTime,
  /** True if the service could not be reached and this is its previous answer. */
  stale: z.boolean(),
});
export type ToolsResponse = z.infer<typeof toolsResponseSchema>;

export const toolsQuerySchema = z.object({ family: text(200).optional() });
