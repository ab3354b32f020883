import * as z from 'zod/mini';
import { text } from './base-schemas';

/** Families carry the look of a status; the text is the service's own, verbatim. */
const statusFamilies = ['waiting', 'working', 'turn', 'done', 'undone', 'gone', 'unknown'] as const;
const statusFamilySchema = z.enum(statusFamilies);
export type StatusFamily = z.infer<typeof statusFamilySchema>;

/** `known` is the canonical text of the nine when the given text means the same, else absent. */
export const statusSchema = z.object({
  text: text(500),
  family: statusFamilySchema,
  known: z.optional(text(100)),
});
export type Status = z.infer<typeof statusSchema>;

/** The nine texts of section 3, in the order of the usual path and then the way back. */
export const knownStatuses = [
  'Collecting credentials',
  'Waiting to start sample migration',
  'Sample migration in progress',
  'Sample migration completed',
  'In preparation',
  'Migration in progress',
  'Migration completed',
  'Undo in progress',
  'Migration cleaned',
] as const;
export type KnownStatus = (typeof knownStatuses)[number];

export const usualPath: readonly KnownStatus[] = knownStatuses.slice(0, 7);
