import type { Warning } from '../../contract/imports';
import { listNames, secretNamePattern } from '../dialect/dialect';
import { cleanText, collectLeaves, fieldsOf, isLeaf, isRecord, normalizeName, unwrapOne } from '../dialect/find-field';

const maxLength = { text: 10_000, kind: 500, item: 1_000 };
const maxWarnings = 100_000;
const maxDepth = 24;

const textNames = [
  'message',
  'text',
  'warning',
  'description',
  'detail',
  'details',
  'reason',
  'msg',
  'body',
  'content',
];
const fallbackTextNames = ['explanation', 'note', 'summary', 'title', 'error', 'label'];
const kindNames = ['kind', 'warningtype', 'warningkind', 'type', 'code', 'category', 'rule', 'class'];
const itemTypeNames = ['itemtype', 'objecttype', 'recordtype', 'entitytype', 'resourcetype', 'itemkind'];
const itemNames = [
  'item',
  'itemid',
  'itemname',
  'object',
  'objectid',
  'record',
  'recordid',
  'entity',
  'entityid',
  'resource',
  'resourceid',
  'subject',
  'target',
  'field',
  'path',
  'reference',
  'ref',
];
const wrapperNames = new Set(['warnings', 'messages', 'entries', ...listNames]);

/** Reads warnings of any shape. Nothing is lost: unknown fields are appended to the text. */
export function readWarnings(value: unknown): Warning[] {
  const warnings: Warning[] = [];
  let more = 0;

  const emit = (text: string, kind: string | null, item: string | null): void => {
    let whole = text;
    if (item !== null && item.length > maxLength.item) whole = `${whole} (item: ${item})`;
    if (kind !== null && kind.length > maxLength.kind) whole = `${whole} (kind: ${kind})`;
    for (const piece of splitText(cleanText(whole), maxLength.text)) {
      if (warnings.length >= maxWarnings) more += 1;
      else
        warnings.push({
          text: piece,
          kind: kind === null || kind.length > maxLength.kind ? null : cleanText(kind),
          item: item === null || item.length > maxLength.item ? null : cleanText(item),
        });
    }
  };

  /** `trail` holds the keys of the surrounding maps: the kind, then the item. */
  const read = (here: unknown, trail: readonly string[], inList: boolean, depth: number): void => {
    if (isLeaf(here)) {
      const text = String(here);
      // A multi-line text at the top is a joined list.
      const lines = trail.length === 0 && !inList ? text.split(/\r?\n/) : [text];
      for (const line of lines) if (line.trim() !== '') emit(line, trail[0] ?? null, joined(trail.slice(1)));
    } else if (depth > maxDepth) {
      const { leaves, more: beyond } = collectLeaves(here, maxWarnings);
      for (const { leaf } of leaves) emit(String(leaf), trail[0] ?? null, joined(trail.slice(1)));
      more += beyond;
    } else if (Array.isArray(here)) {
      for (const entry of here) read(entry, trail, true, depth + 1);
    } else if (isRecord(here)) {
      const wrapped = asNumberedList(here) ?? unwrap(here);
      if (wrapped !== undefined) read(wrapped, trail, inList, depth + 1);
      else if (isWarning(here, inList)) {
        const { text, kind, item } = readOne(here);
        const place = kind === null ? trail.slice(1) : trail;
        emit(text, kind ?? trail[0] ?? null, joined([...place, ...(item === null ? [] : [item])]));
      } else {
        for (const name in here) if (!isNone(here[name])) read(here[name], [...trail, name], false, depth + 1);
      }
    }
  };

  if (!isNone(value)) read(value, [], false, 0);
  if (more > 0) warnings.push({ text: `${more} more warnings are in the raw reply`, kind: null, item: null });
  return warnings;
}

/** A count or a flag that says there is no warning. */
const isNone = (value: unknown): boolean => value === 0 || value === false;

/** `{ "0": ..., "1": ... }`, as some languages write a list. */
function asNumberedList(object: Record<string, unknown>): unknown[] | undefined {
  const names = Object.keys(object);
  return names.length > 0 && names.every((name, index) => name === String(index)) ? Object.values(object) : undefined;
}

/** `{ "count": 3, "items": [...] }`. With texts next to the list it is more than a wrapper. */
function unwrap(object: Record<string, unknown>): unknown {
  let inner: unknown;
  for (const name in object) {
    const value = object[name];
    if (Array.isArray(value) && wrapperNames.has(normalizeName(name)) && inner === undefined) inner = value;
    else if (typeof value === 'string' || (typeof value === 'object' && value !== null)) return undefined;
  }
  return inner;
}

/** Has a text, or is a flat object in a list; any other object is a map. */
function isWarning(object: Record<string, unknown>, inList: boolean): boolean {
  const fields = fieldsOf(object);
  if ([...textNames, ...fallbackTextNames].some((name) => typeof unwrapText(fields.get(name)) === 'string'))
    return true;
  return inList && Object.values(object).every((value) => value === null || isLeaf(value));
}

function readOne(object: Record<string, unknown>): { text: string; kind: string | null; item: string | null } {
  const rest = new Map<string, unknown>(Object.entries(object));
  const take = (names: readonly string[], fits: (value: unknown) => string | undefined): string | null => {
    for (const name of names) {
      for (const [key, value] of rest) {
        if (normalizeName(key) !== name) continue;
        const taken = fits(value);
        if (taken === undefined) continue;
        rest.delete(key);
        return taken;
      }
    }
    return null;
  };
  const text = take(textNames, asLine) ?? take(fallbackTextNames, asLine);
  const kind = take(kindNames, (value) =>
    (asLine(value)?.length ?? Infinity) <= maxLength.kind ? asLine(value) : undefined,
  );
  const itemType = take(itemTypeNames, asLine);
  const items: string[] = [];
  for (let item = take(itemNames, asFlat); item !== null; item = take(itemNames, asFlat)) items.push(item);
  const others: string[] = [];
  for (const [key, value] of rest) {
    for (const { path, leaf } of collectLeaves(value, 1_000).leaves) {
      if (String(leaf).trim() === '') continue;
      const name = [key, ...path].join('.');
      others.push(secretNamePattern.test(normalizeName(name)) ? `${name}: hidden` : `${name}: ${leaf}`);
    }
  }
  const message = others.join('; ');
  return {
    text: text === null ? message || 'A warning without a text' : message === '' ? text : `${text} (${message})`,
    kind,
    item: joined([...(itemType === null ? [] : [itemType]), ...items]),
  };
}

/** `"m"`, `["m"]` or `{ "text": ["m"] }`. */
function unwrapText(value: unknown): unknown {
  const one = unwrapOne(value);
  if (!isRecord(one)) return one;
  const [name, ...others] = Object.keys(one);
  const isText = name !== undefined && others.length === 0 && ['text', 'value'].includes(normalizeName(name));
  return isText ? unwrapOne(one[name]) : one;
}

function asLine(value: unknown): string | undefined {
  const one = unwrapText(value);
  if (typeof one === 'number') return String(one);
  return typeof one === 'string' && one.trim() !== '' ? one : undefined;
}

/** `{ "type": "ticket", "id": 1204 }` becomes "ticket 1204". */
function asFlat(value: unknown): string | undefined {
  if (!isRecord(value)) return asLine(value);
  const { leaves, more } = collectLeaves(value, 20);
  const hidden = leaves.some(({ path }) => secretNamePattern.test(normalizeName(path.join(''))));
  return more > 0 || hidden ? undefined : (joined(leaves.map(({ leaf }) => String(leaf))) ?? undefined);
}

function joined(texts: readonly string[]): string | null {
  const message = texts.filter((part) => part.trim() !== '');
  return message.length === 0 ? null : message.join(' ');
}

/** A text too long for one warning continues in the next. */
function* splitText(text: string, max: number): Generator<string> {
  let at = 0;
  while (at < text.length) {
    let end = Math.min(text.length, at + max);
    if (end < text.length && text.charCodeAt(end - 1) >= 0xd800 && text.charCodeAt(end - 1) <= 0xdbff) end -= 1;
    yield text.slice(at, end);
    at = end;
  }
}
