import { listNames } from './dialect';
import { fieldsOf, followPath, isRecord, normalizeName } from './find-field';

/** An entry of a list, with the key it stood under when the list was a map. */
export interface Entry {
  readonly key: string | null;
  /** The name of the list an entry stood in, when there were several side by side. */
  readonly group: string | null;
  readonly value: unknown;
}

/** Enough for every list a service can send in one answer of 16 MB that means anything. */
const maxEntries = 200_000;

/**
 * Finds the list in an answer: bare, under an envelope (also two deep, as `data.imports` or `_embedded.items`), a
 * single object, a map by key, or several lists side by side. Undefined when there is none. `holds` says whether an
 * object is itself an entry, and `isKey` whether a key can name one.
 */
export function findList(
  answer: unknown,
  envelope: string | undefined,
  isEntry: (value: unknown) => boolean,
  isKey: (key: string, value: unknown) => boolean,
): Entry[] | undefined {
  if (envelope !== undefined) return listIn(followPath(answer, envelope), isEntry, isKey, 0);
  return listIn(answer, isEntry, isKey, 0);
}

function listIn(
  value: unknown,
  isEntry: (value: unknown) => boolean,
  isKey: (key: string, value: unknown) => boolean,
  depth: number,
): Entry[] | undefined {
  if (Array.isArray(value)) return fromArray(value, null);
  if (!isRecord(value) || depth > 3) return undefined;
  const fields = fieldsOf(value);
  for (const name of listNames) {
    const inner = fields.get(name);
    if (Array.isArray(inner)) return fromArray(inner, null);
  }
  // Some languages write an empty list as null; beside an error it means that there is no answer.
  const excused = ['error', 'errors', 'message'].some((name) => fields.get(name));
  if (!excused && listNames.some((name) => fields.get(name) === null)) return [];
  if (isEntry(value)) return [{ key: null, group: null, value }];
  for (const name of listNames) {
    const inner = fields.get(name);
    if (!isRecord(inner)) continue;
    const found = listIn(inner, isEntry, isKey, depth + 1);
    if (found) return found;
  }
  return fromGroups(value) ?? fromMap(value, isKey);
}

function fromArray(array: readonly unknown[], group: string | null): Entry[] {
  const entries: Entry[] = [];
  for (const item of array.slice(0, maxEntries)) {
    // GraphQL's edges carry each entry in a node.
    const node = isRecord(item) && Object.hasOwn(item, 'node') ? item['node'] : item;
    entries.push({ key: null, group, value: node });
  }
  return entries;
}

/** Lists that stand beside the one asked for. */
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

/** Lists under names we do not know: one, or several side by side (`{ "CRM": [...], "Help desk": [...] }`). */
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
  // Keys 0, 1, 2, ... are positions of a list and name nothing.
  return inOrder ? entries.map(({ value }) => ({ key: null, group: null, value })) : entries;
}
