import { listNames } from './dialect';
import { fieldsOf, followPath, isRecord, normalizeName } from './find-field';

export interface Entry {
  /** Set when the list was a map. */
  readonly key: string | null;
  /** The name of the entry's list when there were several. */
  readonly group: string | null;
  readonly value: unknown;
}

const maxEntries = 200_000;

/** Finds a list that is bare, in envelopes, a single object, a map by key, or several lists side by side. */
export function findList(
  json: unknown,
  envelope: string | undefined,
  isEntry: (value: unknown) => boolean,
  isKey: (key: string, value: unknown) => boolean,
  depth = 0,
): Entry[] | undefined {
  const value = envelope === undefined ? json : followPath(json, envelope);
  if (Array.isArray(value)) return fromArray(value, null);
  if (!isRecord(value) || depth > 3) return undefined;
  const fields = fieldsOf(value);
  for (const name of listNames) {
    const inner = fields.get(name);
    if (Array.isArray(inner)) return fromArray(inner, null);
  }
  // Some services send null for an empty list, but next to an error it means failure.
  const hasError = ['error', 'errors', 'message'].some((name) => fields.get(name));
  if (!hasError && listNames.some((name) => fields.get(name) === null)) return [];
  if (isEntry(value)) return [{ key: null, group: null, value }];
  for (const name of listNames) {
    const inner = fields.get(name);
    if (!isRecord(inner)) continue;
    const found = findList(inner, undefined, isEntry, isKey, depth + 1);
    if (found) return found;
  }
  const isEmptyMap = !hasError && mapNames.some((name) => isEmpty(fields.get(name)));
  return fromGroups(value) ?? (isEmptyMap ? [] : fromMap(value, isKey));
}

/** Of lists only: `{ "id": 7, "records": {} }` is not an empty list. */
const mapNames = ['imports', 'migrations', 'tools', 'sourcetools'];

/** A map by key without an entry. */
function isEmpty(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

function fromArray(array: readonly unknown[], group: string | null): Entry[] {
  return array.slice(0, maxEntries).map((item) => {
    // GraphQL edges wrap each entry in a node.
    const value = isRecord(item) && Object.hasOwn(item, 'node') ? item['node'] : item;
    return { key: null, group, value };
  });
}

/** Lists that do not hold entries. */
const otherListNames = new Set([
  'error',
  'errors',
  'message',
  'messages',
  'warnings',
  'notices',
  'links',
  'meta',
  'included',
]);

/** One or several lists under unknown names: `{ "CRM": [...], "Help desk": [...] }`. */
function fromGroups(object: Record<string, unknown>): Entry[] | undefined {
  const lists: [string, unknown[]][] = [];
  for (const name in object) {
    const inner = object[name];
    if (Array.isArray(inner) && !otherListNames.has(normalizeName(name))) lists.push([name, inner]);
    if (lists.length > 1_000) break;
  }
  const [only] = lists;
  if (!only) return undefined;
  if (lists.length === 1) return fromArray(only[1], null);
  return lists.flatMap(([name, list]) => fromArray(list, name)).slice(0, maxEntries);
}

function fromMap(
  object: Record<string, unknown>,
  isKey: (key: string, value: unknown) => boolean,
): Entry[] | undefined {
  const entries: Entry[] = [];
  let inOrder = true;
  for (const key in object) {
    const value = object[key];
    if (!isKey(key, value)) return undefined;
    inOrder &&= key === String(entries.length);
    entries.push({ key, group: null, value });
    if (entries.length >= maxEntries) break;
  }
  if (entries.length === 0) return undefined;
  // Keys 0, 1, 2, ... are positions, not identifiers.
  return inOrder ? entries.map(({ value }) => ({ key: null, group: null, value })) : entries;
}
