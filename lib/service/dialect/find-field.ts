/** How a field is recognized and its value taken, whatever the spelling. Pure, and safe on any JSON. */

export type Fields = ReadonlyMap<string, unknown>;

/** Objects with more fields than this are maps of things, and their names no names of facts. */
const maxFields = 2_000;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `redirect_url`, `redirectUrl`, `Redirect-URL`, `redirect url`, `@redirectUrl`: all `redirecturl`. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[\s_\-.:@$]/g, '');
}

/** An object's fields under their plain names. Where two names fall together, the one with a value wins. */
export function fieldsOf(object: Record<string, unknown>): Fields {
  const fields = new Map<string, unknown>();
  let seen = 0;
  for (const name in object) {
    if (!Object.hasOwn(object, name)) continue;
    seen += 1;
    if (seen > maxFields) break;
    const plain = normalizeName(name);
    const known = fields.get(plain);
    if (known === undefined || known === null || known === '') fields.set(plain, object[name]);
  }
  return fields;
}

/** Follows a path set by configuration: a whole name first, so that names with dots work, then segment by segment. */
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

/** Some services wrap every value into a list of one. */
export function unwrapOne(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** Text that a database can keep: NUL and half surrogates are replaced, everything else stays as it came. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}

export function asText(value: unknown): string | undefined {
  const one = unwrapOne(value);
  return typeof one === 'string' && one.trim() !== '' ? cleanText(one) : undefined;
}

/** A whole, non-negative number, also when it was sent as text ("1,204" and "1 204" included). */
export function asCount(value: unknown): number | undefined {
  const one = unwrapOne(value);
  if (typeof one === 'number') return Number.isSafeInteger(one) && one >= 0 ? one : undefined;
  if (typeof one !== 'string') return undefined;
  const text = one.trim();
  if (!/^(\d{1,15}|\d{1,3}([,\u00a0 ]\d{3}){1,4})$/.test(text)) return undefined;
  return Number(text.replace(/[,\u00a0 ]/g, ''));
}
