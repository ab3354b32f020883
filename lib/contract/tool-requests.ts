import * as z from 'zod/mini';
import { text } from './base-schemas';
import { languageSchema } from './start';

export const toolRequestFormSchema = z.object({
  tool: z._default(text(200), ''),
  url: z._default(text(1000), ''),
  message: z._default(text(2000), ''),
  email: z._default(text(254), ''),
  /** The start link of the page that the form is on. */
  link: z.optional(text(12_000)),
  language: z.optional(languageSchema),
  website: z._default(text(1000), ''),
});
export type ToolRequestForm = z.infer<typeof toolRequestFormSchema>;

export const handleToolRequestBodySchema = z.object({ note: z._default(text(2000), '') });

/** As staff see it. */
export interface ToolRequestItem {
  id: string;
  at: string;
  /** Null for a visitor of the open start page. */
  username: string | null;
  tool: string;
  url: string;
  message: string;
  email: string | null;
  language: string | null;
  handled: { at: string; by: string; note: string } | null;
}
