// Apart from the schemas: forms use this in the browser, where zod is not loaded.

/** `create` includes `read`. */
export const keyScopes = ['read', 'create'] as const;

export const maxApiKeys = 50;
export const maxApiKeyName = 60;
/** Null: no expiry. */
export const apiKeyLifetimes = [30, 90, 365, null] as const;

/** Checked by the form and by the schema. */
export function apiKeyNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name';
  if (name.length > maxApiKeyName) return `At most ${maxApiKeyName} characters`;
  return /\p{C}/u.test(name) ? 'Must be a single line' : undefined;
}
