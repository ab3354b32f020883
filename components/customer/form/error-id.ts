export const errorIdOf = (fieldId: string): string => `${fieldId}-error`;
