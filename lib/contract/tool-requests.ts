import { z } from 'zod';
import { text } from './base-schemas';
import { languageSchema } from './start';

export const toolRequestFormSchema = z.object({
  tool: text(200).default(''),
  url: text(1000).default(''),
  message: text(2000).default(''),
  email: text(254).default(''),
  /** The start link of the page that the form is on. */
  link: text(12_000).optional(),
  language: languageSchema.optional(),
  website: text(1000).default(''),
});
export type ToolRequestForm = z.infer<typeof toolRequestFormSchema>;

export const handleToolRequestBodySchema = z.object({ note: text(2000).default('') });

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
