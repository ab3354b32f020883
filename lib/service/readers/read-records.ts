import type { RecordCount } from '../../contract/imports';
import { asCount, asText, fieldsOf, isRecord, type Fields } from '../dialect/find-field';

const maxTypeLength = 200;
const maxTypes = 1_000;
/** A list inside a list inside an envelope is plausible; many more would overflow the stack. */
const maxDepth = 8;

/** Migrated counts come before totals. */
const countNames = [
  'migrated',
  'imported',
  'moved',
  'done',
  'completed',
  'processed',
  'count',
  'records',
  'number',
  'amount',
  'total',
  'quantity',
  'value',
  'size',
  'all',
];
const typeNames = [
  'type',
  'recordtype',
  'itemtype',
  'objecttype',
  'entity',
  'object',
  'resource',
  'kind',
  'name',
  'label',
];
const listNames = ['bytype', 'types', 'counts', 'records', 'items', 'data', 'list', 'recordcounts'];

/** Reads a map, a list of `{ type, count }` or pairs, or one number. Counts are optional: anything else is ignored. */
export function readRecords(value: unknown, depth = 0): RecordCount[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return limitRecords(value.flatMap((entry: unknown) => fromEntry(entry, depth)));
  if (!isRecord(value)) {
    const count = asCount(value);
    return count === undefined ? [] : [{ type: 'records', count }];
  }
  const fields = fieldsOf(value);
  for (const name of listNames) {
    const inner = fields.get(name);
    if (Array.isArray(inner) || isRecord(inner)) return readRecords(inner, depth + 1);
  }
  const records: RecordCount[] = [];
  for (const name in value) {
    const inner = value[name];
    const count = isRecord(inner) ? countIn(fieldsOf(inner)) : asCount(inner);
    if (count !== undefined) records.push({ type: name, count });
    if (records.length > maxTypes) break;
  }
  return limitRecords(records);
}

function fromEntry(entry: unknown, depth: number): RecordCount[] {
  if (Array.isArray(entry)) {
    const type = asText(entry[0]);
    const count = asCount(entry[1]);
    return entry.length === 2 && type !== undefined && count !== undefined ? [{ type, count }] : [];
  }
  if (!isRecord(entry)) return [];
  const fields = fieldsOf(entry);
  const type = typeNames.map((name) => asText(fields.get(name))).find((text) => text !== undefined);
  const count = countIn(fields);
  if (type !== undefined && count !== undefined) return [{ type, count }];
  // `[{ "tickets": 12 }, { "contacts": 3 }]`
  return Object.keys(entry).length === 1 ? readRecords(entry, depth + 1) : [];
}

function countIn(fields: Fields): number | undefined {
  return countNames.map((name) => asCount(fields.get(name))).find((count) => count !== undefined);
}

function limitRecords(records: readonly RecordCount[]): RecordCount[] {
  return records.filter(({ type }) => type.trim() !== '' && type.length <= maxTypeLength).slice(0, maxTypes);
}
