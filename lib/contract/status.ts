import * as z from 'zod/mini';
import { text } from './base-schemas';

/** A family sets the appearance of a status; the text is the service's own. */
const statusFamilySchema = z.enum(['waiting', 'working', 'turn', 'done', 'undone', 'gone', 'unknown']);
export type StatusFamily = z.infer<typeof statusFamilySchema>;

/** `known` is the canonical text if it is one of the nine known statuses. */
export const statusSchema = z.object({
  text: text(500),
  family: statusFamilySchema,
  known: z.optional(text(100)),
});
export type Status = z.infer<typeof statusSchema>;

/** The nine statuses of section 3, in their usual order, then those of the rollback. */
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
