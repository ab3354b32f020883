/** JSON as PostgreSQL's `jsonb` and a later reader agree on it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * What is hashed must be what is read back. `jsonb` refuses NUL and lone surrogates and forgets the order of keys, so
 * text is made well-formed before it is written, and keys are sorted before anything is hashed.
 */
export function toStorableJson(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.map(toStorableJson);
  if (typeof value !== 'object') return null;
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]): [string, Json] => [toStorableText(key), toStorableJson(item)]);
  // Built from entries, so that a key called __proto__ stays a key.
  return Object.fromEntries(entries);
}

export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** One text for one value: keys sorted by code unit, no white space. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
    return `{${parts.join(',')}}`;
  }
  return JSON.stringify(value);
}
