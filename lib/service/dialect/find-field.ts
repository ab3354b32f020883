export type Fields = ReadonlyMap<string, unknown>;

/** Larger objects are maps, whose keys are not field names. */
const maxFields = 2_000;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `redirect_url`, `redirectUrl`, `Redirect-URL`, `redirect url`, `@redirectUrl`: all `redirecturl`. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[\s_\-.:@$]/g, '');
}

/** Fields by normalized name. If two names coincide, the one with a value wins. */
export function fieldsOf(object: Record<string, unknown>): Fields {
  const fields = new Map<string, unknown>();
  let count = 0;
  for (const name in object) {
    if (!Object.hasOwn(object, name)) continue;
    count += 1;
    if (count > maxFields) break;
    const normalized = normalizeName(name);
    const known = fields.get(normalized);
    if (known === undefined || known === null || known === '') fields.set(normalized, object[name]);
  }
  return fields;
}

/** Follows a configured path: first as one name, because names may contain dots, then segment by segment. */
export function followPath(value: unknown, path: string): unknown {
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  const whole = fieldsOf(value).get(normalizeName(path));
  if (!path.includes('.')) return whole;
  let here: unknown = value;
  for (const segment of path.split('.')) {
    if (Array.isArray(here)) here = /^\d{1,6}$/.test(segment) ? here[Number(segment)] : undefined;
    else if (isRecord(here))
      here = Object.hasOwn(here, segment) ? here[segment] : fieldsOf(here).get(normalizeName(segment));
    else return whole;
  }
  return here ?? whole;
}

/** Some services wrap every value in an array. */
export function unwrapOne(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** Replaces NUL and lone surrogates, which PostgreSQL cannot store. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}

export function asText(value: unknown): string | undefined {
  const one = unwrapOne(value);
  return typeof one === 'string' && one.trim() !== '' ? cleanText(one) : undefined;
}

/** A non-negative integer, also from text such as "1,204" or "1 204". */
export function asCount(value: unknown): number | undefined {
  const one = unwrapOne(value);
  if (typeof one === 'number') return Number.isSafeInteger(one) && one >= 0 ? one : undefined;
  if (typeof one !== 'string') return undefined;
  const text = one.trim();
  if (!/^(\d{1,15}|\d{1,3}([,\u00a0 ]\d{3}){1,4})$/.test(text)) return undefined;
  return Number(text.replace(/[,\u00a0 ]/g, ''));
}

type Leaf = string | number | boolean;

export function isLeaf(value: unknown): value is Leaf {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Every string, number and boolean in any JSON, with its path. Not recursive, so any depth is safe; `more` counts the rest. */
export function collectLeaves(value: unknown, max: number): { leaves: { path: string[]; leaf: Leaf }[]; more: number } {
  const leaves: { path: string[]; leaf: Leaf }[] = [];
  let more = 0;
  const waiting: { path: string[]; value: unknown }[] = [{ path: [], value }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, value: here } = next;
    if (isLeaf(here)) {
      if (leaves.length < max) leaves.push({ path, leaf: here });
      else more += 1;
    } else if (Array.isArray(here)) {
      // Pushed from the end to keep the order.
      for (let index = here.length - 1; index >= 0; index -= 1) waiting.push({ path, value: here[index] });
    } else if (isRecord(here)) {
      const names = Object.keys(here);
      for (let index = names.length - 1; index >= 0; index -= 1) {
        const name = names[index];
        if (name === undefined) continue;
        // Paths are shown to people; eight names are enough.
        waiting.push({ path: path.length < 8 ? [...path, name] : path, value: here[name] });
      }
    }
  }
  return { leaves, more };
}
