/** Exactly as in section 3. */
export const statuses = [
  'Collecting credentials',
  'Waiting to start sample migration',
  'Sample migration in progress',
  'Sample migration completed',
  'Migration in progress',
  'Migration completed',
  'Undo in progress',
  'Migration cleaned',
  'In preparation',
] as const;

export type Status = (typeof statuses)[number];

/** The wording before version 2.1, which some services still use. */
export function olderWording(status: Status): string {
  return status.replace('Migration', 'Import').replace('migration', 'import');
}
