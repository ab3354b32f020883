import type { z } from 'zod';
import { LandfallError } from '../core/errors';
import type { Schema } from './parse-input';

interface Given {
  name: string;
  text: string;
  items: string[];
}

/**
 * The schema defines each field's type. Lists are repeated (`status=a&status=b`) or separated by commas (`status=a,b`);
 * a comma inside a value is `%2C`. Empty values count as missing unless the field is text, because plain forms send
 * every field.
 */
export function readQuery(schema: Schema, rawQuery: string): Record<string, unknown> {
  const pairs = rawQuery.replace(/^\?/, '').split('&');
  const given = pairs.map((pair): Given => {
    const [rawName = '', ...rest] = pair.split('=');
    const raw = rest.join('=');
    return { name: decode(rawName), text: decode(raw), items: raw.split(',').map(decode) };
  });
  return parseFields(schema, given);
}

/** Like readQuery, but already decoded: commas and percent signs are plain text. */
export function readForm(schema: Schema, form: Iterable<[string, string]>): Record<string, unknown> {
  return parseFields(schema, toGiven(form));
}

/** Browsers send a line break as two characters, but count it as one for `maxlength`. */
function toGiven(form: Iterable<[string, string]>): Given[] {
  return [...form].map(([name, raw]) => {
    const text = raw.replaceAll('\r\n', '\n');
    return { name, text, items: [text] };
  });
}

export function readSearchParams(
  schema: Schema,
  searchParams: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, unknown> {
  const form = Object.entries(searchParams).flatMap(([name, value]) =>
    [value ?? []].flat().map((item): [string, string] => [name, item]),
  );
  // A page has no way to answer 422, so the first of several values counts.
  return parseFields(schema, toGiven(form), { repeated: 'first' });
}

/** For programs: with a misspelt or empty filter they would get every customer. `env` is possible everywhere. */
export function checkParameters(schema: Schema | undefined, search: string): void {
  const shape = schema === undefined ? {} : shapeOf(schema);
  for (const [name, value] of new URLSearchParams(search)) {
    const isKnown = name === 'env' || Object.hasOwn(shape, name);
    if (isKnown && /[^\s,]/.test(value)) continue;
    const message = isKnown ? 'Must not be empty' : 'Is not a parameter of this address';
    throw new LandfallError('invalid', { errors: [{ field: name.slice(0, 100), message }] });
  }
}

/** Asks for the schema's fields only, so that a flood of other names costs little. */
function parseFields(
  schema: Schema,
  given: readonly Given[],
  { repeated }: { repeated: 'refuse' | 'first' } = { repeated: 'refuse' },
): Record<string, unknown> {
  const entries = Object.entries(shapeOf(schema)).flatMap(([name, field]): [string, unknown][] => {
    const values = given.filter((each) => each.name === name);
    const [first] = values;
    const { type } = definitionOf(field).def;
    if (first === undefined) return [];
    if (type === 'array') return [[name, values.flatMap(({ items }) => items).filter((item) => item !== '')]];
    if (values.length > 1 && repeated === 'refuse') {
      throw new LandfallError('invalid', { errors: [{ field: name, message: 'Is set more than once' }] });
    }
    const { text } = first;
    if (type === 'string') return [[name, text]];
    if (text === '') return [];
    return [[name, type === 'number' ? toNumber(text) : type === 'boolean' ? toBoolean(text) : text]];
  });
  return Object.fromEntries(entries);
}

type KnownSchema = z.core.$ZodTypes;

function shapeOf(schema: Schema): Readonly<Record<string, Schema>> {
  const { def } = definitionOf(schema);
  return def.type === 'object' ? def.shape : {};
}

function definitionOf(schema: Schema): KnownSchema['_zod'] {
  let { _zod: inner } = schema as KnownSchema;
  for (;;) {
    const { def } = inner;
    if ('innerType' in def) ({ _zod: inner } = def.innerType as KnownSchema);
    else if (def.type === 'pipe') ({ _zod: inner } = def.in as KnownSchema);
    else return inner;
  }
}

function decode(raw: string): string {
  const spaced = raw.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function toNumber(text: string): unknown {
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text;
}

function toBoolean(text: string): unknown {
  const lower = text.toLowerCase();
  if (lower === '1' || lower === 'true' || lower === 'on' || lower === 'yes') return true;
  if (lower === '0' || lower === 'false' || lower === 'off' || lower === 'no') return false;
  return text;
}
