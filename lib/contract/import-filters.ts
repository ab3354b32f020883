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
export const dayRangePattern = /^\d{4}-\d{2}-\d{2}\.\.(\d{4}-\d{2}-\d{2})?$/;
