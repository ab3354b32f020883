import { describeJson } from '../dialect/describe-json';
import { standardDialect, type Dialect } from '../dialect/dialect';
import { fieldsOf, isRecord } from '../dialect/find-field';
import { findList, type Entry } from '../dialect/find-list';
import { findSubject, parseIdentifier, parseStatusText, readStatus } from '../dialect/find-subject';
import { type MissingFact, type ReadResult, unreadableList } from './read-result';
import type { ListedImport } from '../service-client';

const parsers = { id: parseIdentifier, status: parseStatusText };

/** Keys of imports in a map: numbers, UUIDs, `imp-1204`. A word such as `message` is a field. */
const importKeyPattern = /^(\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z]{1,20}[-_]\d+)$/i;

export function readListedImports(json: unknown, dialect: Dialect): ReadResult<ListedImport[]> {
  const isEntry = (value: unknown): boolean => {
    const subject = findSubject(value, dialect.listed, parsers);
    return subject.find('id', parseIdentifier) !== undefined && readStatus(subject) !== null;
  };
  const isKey = (key: string, value: unknown): boolean =>
    importKeyPattern.test(key) && (isRecord(value) || (typeof value === 'string' && value.trim() !== ''));
  const entries = findList(json, dialect.listed.envelope, isEntry, isKey);
  if (!entries) return unreadableList('imports', dialect.listed.envelope, json);

  const statuses = new Map<string, string | null>();
  /** Listed several times: none of their statuses is certain, and to store all would be a change with each list. */
  const contradictory = new Set<string>();
  const withoutId: unknown[] = [];
  const withoutStatus: unknown[] = [];
  for (const entry of entries) {
    const read = readEntry(entry, dialect);
    if (read.id === null) withoutId.push(entry.value);
    else {
      const { id, status } = read;
      const before = statuses.get(id) ?? null;
      statuses.set(id, before ?? status);
      if (status === null) withoutStatus.push(entry.value);
      else if (before !== null && before !== status) contradictory.add(id);
    }
  }
  const value = [...statuses].map(([id, status]): ListedImport => ({
    id,
    status: contradictory.has(id) ? null : status,
  }));
  const lost = entries.length > 0 && value.length === 0;
  return {
    value,
    missing: [
      ...reportMissing('id', 'identifier', withoutId, entries.length),
      ...reportMissing('status', 'status', withoutStatus, entries.length),
      ...reportContradictory(contradictory.size),
    ],
    unreadable: lost ? `No entry of the list has an identifier; ${describeJson(json)}.` : null,
  };
}

function readEntry({ key, value }: Entry, dialect: Dialect): { id: string | null; status: string | null } {
  if (!isRecord(value)) {
    if (key !== null) return { id: parseIdentifier(key) ?? null, status: parseStatusText(value, 'own') ?? null };
    // A text with spaces is a message, not an identifier.
    const id = parseIdentifier(value);
    return { id: id !== undefined && !/\s/.test(id) ? id : null, status: null };
  }
  const subject = findSubject(value, dialect.listed, parsers);
  const id = subject.find('id', parseIdentifier) ?? null;
  return { id: id ?? (hasIdField(value) ? null : parseIdentifier(key)) ?? null, status: readStatus(subject) };
}

/** An entry with an unreadable identifier of its own must not get its key as identifier. */
function hasIdField(entry: Record<string, unknown>): boolean {
  const { id } = standardDialect.listed.facts;
  if (!('specific' in id)) return false;
  const fields = fieldsOf(entry);
  return [...id.specific, 'id', 'identifier', 'uuid'].some((name) => fields.has(name));
}

function reportContradictory(count: number): MissingFact[] {
  if (count === 0) return [];
  const message = `${count === 1 ? '1 import is' : `${count} imports are`} in the list with several statuses`;
  return [{ fact: 'listed.status', message }];
}

function reportMissing(fact: string, called: string, without: readonly unknown[], of: number): MissingFact[] {
  if (without.length === 0) return [];
  const who = of === 1 ? 'the entry of the list has' : `${without.length} of ${of} entries of the list have`;
  return [{ fact: `listed.${fact}`, message: `${who} no ${called}; of the first: ${describeJson(without[0])}` }];
}
