import { envelopeNames, nestedObjectNames, toolEnvelopeNames } from './dialect';
import { isRecord, normalizeName, unwrapOne } from './find-field';

const maxNames = 20;
const nestedNames = new Set([...envelopeNames, ...toolEnvelopeNames, ...nestedObjectNames]);

/** Describes a response by its field names only: values, and keys such as addresses and tokens, may be secret. */
export function describeJson(json: unknown): string {
  if (json === undefined || json === '') return 'it is empty';
  if (json === null) return 'it is null';
  if (Array.isArray(json)) return describeList(json);
  if (!isRecord(json)) return `it is a ${typeof json === 'string' ? 'text' : typeof json}`;
  const { names, others } = namesOf(json, '', 0);
  if (names.length === 0 && others === 0) return 'it is an empty object';
  const shown = names.slice(0, maxNames);
  const more = others + names.length - shown.length;
  if (shown.length === 0) return `it has ${more} ${more === 1 ? 'field' : 'fields'} with unreadable names`;
  return `it has the ${shown.length === 1 && more === 0 ? 'field' : 'fields'} ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function describeList(list: readonly unknown[]): string {
  if (list.length === 0) return 'it is an empty list';
  const message = list.length === 1 ? 'it is a list of one entry' : `it is a list of ${list.length} entries`;
  const first = list[0];
  return isRecord(first) ? `${message}, of which the first: ${describeJson(first)}` : message;
}

function namesOf(object: Record<string, unknown>, path: string, depth: number): { names: string[]; others: number } {
  const names: string[] = [];
  let others = 0;
  for (const name in object) {
    if (names.length > 200 || !looksLikeName(name)) {
      others += 1;
      continue;
    }
    const inner = unwrapOne(object[name]);
    if (depth < 2 && isRecord(inner) && nestedNames.has(normalizeName(name))) {
      const deeper = namesOf(inner, `${path}${name}.`, depth + 1);
      if (deeper.names.length > 0) {
        names.push(...deeper.names);
        others += deeper.others;
        continue;
      }
    }
    names.push(`${path}${name}`);
  }
  return { names, others };
}

function looksLikeName(name: string): boolean {
  return /^[@$_]?[A-Za-z][A-Za-z_.:-]*\d{0,2}[A-Za-z_.:-]*$/.test(name) && name.length <= 40;
}
