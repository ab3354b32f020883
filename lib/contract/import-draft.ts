import * as z from 'zod/mini';
import { text } from './base-schemas';

/** The wizard's form, restored after a reload. Excludes the token and the sponsorship choice. */
export const savedDraftSchema = z.object({
  attempt: z.uuid(),
  draft: z.object({
    family: text(5000),
    tool: text(5000),
    toolName: text(5000),
    username: text(5000),
    instanceUrl: text(5000),
    replaces: text(5000),
  }),
});
