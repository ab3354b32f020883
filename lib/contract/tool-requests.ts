import { z } from 'zod';
import { text } from './base-schemas';
import type { StartFormFields, ToolRequestFields } from './start';

export type ToolRequestForm = ToolRequestFields & Pick<StartFormFields, 'attempt' | 'link' | 'language' | 'website'>;

export const handleToolRequestBodySchema = z.object({ note: text(2000).default('') });

/** A tool request as staff see it. */
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
