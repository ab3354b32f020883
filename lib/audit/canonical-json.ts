export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** `jsonb` rejects NUL and lone surrogates and loses key order; the hash must match what is read back. */
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
  // `fromEntries` keeps a key named __proto__.
  return Object.fromEntries(entries);
}

export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** Keys sorted by code unit, no white space. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
