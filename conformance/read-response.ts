/** The interface document fixes neither field names nor nesting, so any plausible name counts, at the top or one level down. */

type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readList(json: unknown): unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return undefined;
  const lists = Object.values(json).filter(Array.isArray);
  return lists.length === 1 ? lists[0] : undefined;
}

export function readImport(json: unknown): Fields | undefined {
  if (!isRecord(json)) return undefined;
  return [json, ...Object.values(json).filter(isRecord)].find((fields) => readId(fields) !== undefined);
}

export function readId(fields: Fields): string | undefined {
  const value = findValue(fields, /^(?:import_?)?(?:id|identifier|uuid)$/i);
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}

export function readStatus(fields: Fields): string | undefined {
  return findText(fields, /^(?:import_?)?(?:status|state)(?:_?text)?$/i);
}

export function readFamily(fields: Fields): string | undefined {
  return findText(fields, /family/i);
}

export function readWarnings(fields: Fields): { isPresent: boolean; value: unknown } {
  const key = Object.keys(fields).find((name) => /warnings?$/i.test(name));
  return { isPresent: key !== undefined, value: key === undefined ? undefined : fields[key] };
}

export function readRedirectUrl(fields: Fields): string | undefined {
  return Object.values(fields).find(
    (value): value is string => typeof value === 'string' && /^https?:\/\//.test(value),
  );
}

/** `name` is what `source_tool` takes. Some services put the slug there and add a label, so a slug is also found by its form. */
export function readTool(entry: unknown): { name: string | undefined; slug: string | undefined } {
  if (!isRecord(entry)) return { name: undefined, slug: undefined };
  const texts = Object.entries(entry).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  const findByKey = (pattern: RegExp): string | undefined => texts.find(([key]) => pattern.test(key))?.[1];
  const looksLikeSlug = texts.find(([, value]) => texts.length > 1 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value))?.[1];
  return {
    name: findByKey(/^(?:tool_?)?name$/i) ?? findByKey(/title/i),
    slug: findByKey(/slug/i) ?? looksLikeSlug,
  };
}

export function readWebhook(json: unknown): {
  id: string | undefined;
  status: string | undefined;
  atMs: number | undefined;
} {
  const levels = isRecord(json) ? [json, ...Object.values(json).filter(isRecord)] : [];
  const first = <T>(read: (fields: Fields) => T | undefined): T | undefined =>
    levels.map(read).find((value) => value !== undefined);
  return { id: first(readId), status: first(readStatus), atMs: first(readTime) };
}

function readTime(fields: Fields): number | undefined {
  const value = findValue(fields, /^(?:timestamp|time|sent_?at|created_?at)$/i);
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value;
  const parsed = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(parsed) ? undefined : parsed;
}

function findValue(fields: Fields, pattern: RegExp): unknown {
  return Object.entries(fields).find(([key]) => pattern.test(key))?.[1];
}

function findText(fields: Fields, pattern: RegExp): string | undefined {
  const texts = Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return texts.find(([key]) => pattern.test(key))?.[1];
}
