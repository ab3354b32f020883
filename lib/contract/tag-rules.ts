// Apart from the schemas: the import page uses this in the browser, where zod is not loaded.

export const maxTags = 20;
export const maxTagLength = 40;

/** In lower case, so that `VIP` and `vip` are one tag. @internal Exported for tests. */
export function normaliseTag(given: string): string {
  return given.trim().replace(/\s+/gu, ' ').toLowerCase().normalize('NFC');
}

/** Checked by the editor and by the schema. Commas separate tags where they are entered and exported. */
export function tagProblem(given: string): string | undefined {
  const tag = normaliseTag(given);
  if (/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/u.test(given)) return 'Must not contain control characters';
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(tag)) return 'Enter a tag';
  if (tag.includes(',')) return 'Must not contain a comma';
  return [...tag].length > maxTagLength ? `At most ${maxTagLength} characters` : undefined;
}

/** Each once, in alphabetical order. */
export function normaliseTags(given: readonly string[]): string[] {
  return [...new Set(given.map(normaliseTag))].sort();
}
