// Values of the list's filters, apart from the schemas: the list reads its URL in the browser, where zod is not loaded yet.

export const importSorts = ['seen', 'since', 'created', 'warnings', 'username'] as const;
export const sortDirections = ['asc', 'desc'] as const;
export const warningFilters = ['any', 'some', 'none', 'many'] as const;
export const goneFilters = ['hide', 'only', 'show'] as const;
export const reachedSteps = ['credentials', 'sample', 'asked', 'accepted', 'completed'] as const;
export const decisionSummaries = [
  'none',
  'asked',
  'proposed',
  'sending',
  'unknown',
  'accepted',
  'rejected',
  'refused',
] as const;

/** Days in UTC, inclusive; open-ended without the second. */
export const dayRangePattern = /^[12]\d{3}-\d{2}-\d{2}\.\.([12]\d{3}-\d{2}-\d{2})?$/;

export function isDayRange(range: string): boolean {
  return dayRangePattern.test(range) && range.split('..').every((day) => day === '' || isDay(day));
}

/** `Date` reads the 31st of February as the 3rd of March. */
function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
