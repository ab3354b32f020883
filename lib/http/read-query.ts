import type { z } from 'zod';
import { LandfallError } from '../core/errors';
import type { Schema } from './parse-input';

type Kind = 'list' | 'number' | 'boolean' | 'text' | 'other';
const kinds: Readonly<Record<string, Kind>> = { array: 'list', number: 'number', boolean: 'boolean', string: 'text' };

/**
 * The schema defines each field's type. Lists are repeated (`status=a&status=b`) or separated by commas (`status=a,b`);
 * a comma inside a value is `%2C`. Empty values count as missing unless the field is text, because plain forms send
 * every field.
 */
export function readQuery(schema: Schema, rawQuery: string): Record<string, unknown> {
  const given = new Map<string, string[]>();
  for (const pair of rawQuery.replace(/^\?/, '').split('&')) {
    if (pair === '') continue;
    const [rawName = '', ...rest] = pair.split('=');
    const name = decode(rawName);
    const raws = given.get(name);
    if (raws) raws.push(rest.join('='));
    else given.set(name, [rest.join('=')]);
  }
  return parseFields(schema, given, (raw) => raw.split(',').map(decode), decode);
}

/** Like readQuery, but already decoded: commas and percent signs are plain text. */
export function readForm(schema: Schema, form: URLSearchParams): Record<string, unknown> {
  const given = new Map([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
  return parseFields(
    schema,
    given,
    (value) => [value],
    (value) => value,
  );
}

export function readSearchParams(
  schema: Schema,
  searchParams: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, unknown> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(searchParams)) {
    for (const item of value === undefined ? [] : [value].flat()) form.append(name, item);
  }
  return readForm(schema, form);
}

function parseFields(
  schema: Schema,
  given: ReadonlyMap<string, readonly string[]>,
  toItems: (raw: string) => string[],
  toText: (raw: string) => string,
): Record<string, unknown> {
  const entries = [...given].flatMap(([name, raws]): [string, unknown][] => {
    const kind = kindOf(fieldOf(schema, name));
    if (kind === 'list') return [[name, raws.flatMap(toItems).filter((item) => item !== '')]];
    if (kind === undefined) return [];
    const [raw = ''] = raws;
    if (raws.length > 1) {
      throw new LandfallError('invalid', { errors: [{ field: name, message: 'Is given more than once' }] });
    }
    const text = toText(raw);
    if (kind === 'text') return [[name, text]];
    if (text === '') return [];
    return [[name, kind === 'number' ? toNumber(text) : kind === 'boolean' ? toBoolean(text) : text]];
  });
  return Object.fromEntries(entries);
}

function fieldOf(schema: Schema, name: string): Schema | undefined {
  const { def } = definitionOf(schema);
  if (def.type !== 'object') return undefined;
  return Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
}

function kindOf(schema: Schema | undefined): Kind | undefined {
  if (schema === undefined) return undefined;
  return kinds[definitionOf(schema).def.type] ?? 'other';
}

type KnownSchema = z.core.$ZodTypes;

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
