/** Section 3, copied from the document and not from the simulator: the suite must not learn from what it examines. */
export const statusTexts = [
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

/**
 * The text of section 3 that `text` is, to the letter. Before version 2.1 services said "import" for "migration"; that
 * wording is let pass, and noted, since partners meet it. Nothing else is.
 */
export function recognizeStatus(text: string): { text: string; isOlder: boolean } | undefined {
  const same = statusTexts.find((known) => known === text);
  if (same !== undefined) return { text: same, isOlder: false };
  const older = statusTexts.find(
    (known) => known.replace('Migration', 'Import').replace('migration', 'import') === text,
  );
  return older === undefined ? undefined : { text: older, isOlder: true };
}
