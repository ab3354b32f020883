/** A family sets the appearance of a status; the text is the service's own. */
export const statusFamilies = ['waiting', 'working', 'turn', 'done', 'undone', 'gone', 'unknown'] as const;
export type StatusFamily = (typeof statusFamilies)[number];

/** `known` is the canonical text if it is one of the nine known statuses. */
export interface Status {
  text: string;
  family: StatusFamily;
  known?: string | undefined;
}

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
