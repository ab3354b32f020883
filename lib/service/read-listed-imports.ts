import { describeAnswer } from './describe-answer';
import { standardDialect, type Dialect } from './dialect';
import { fieldsOf, isRecord } from './find-field';
import { findList, type Entry } from './find-list';
import { findSubject, takeIdentifier } from './find-subject';
import { readStatus, takeStatusText } from './read-status';
import type { Missing, Reading } from './reading';
import type { ListedImport } from './service-client';

const takes = { id: takeIdentifier, status: takeStatusText };

/** Keys that services use for imports: numbers, UUIDs, `imp-1204`. A word such as `message` names a field, not an import. */
const keyOfImport = /^(\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z]{1,20}[-_]\d+)$/i;

/** Reads the imports of a username. An empty list is an answer; what is no list is not taken for one. */
export function readListedImports(answer: unknown, dialect: Dialect): Reading<ListedImport[]> {
  const holds = (value: unknown): boolean => {
    const subject = findSubject(value, dialect.listed, takes);
    return subject.find('id', takeIdentifier) !== undefined && readStatus(subject) !== null;
  };
  const isKey = (key: string, value: unknown): boolean =>
    keyOfImport.test(key) && (isRecord(value) || (typeof value === 'string' && value.trim() !== ''));
  const entries = findList(answer, dialect.listed.envelope, holds, isKey);
  if (!entries) {
    const told =
      dialect.listed.envelope === undefined ? '' : ` at ${dialect.listed.envelope}, where the dialect file says`;
    return {
      value: [],
      missing: [],
      unreadable: `The answer holds no list of imports${told}; ${describeAnswer(answer)}.`,
    };
  }

  const value: ListedImport[] = [];
  const withoutId: unknown[] = [];
  const withoutStatus: unknown[] = [];
  for (const entry of entries) {
    const read = readEntry(entry, dialect);
    if (read.id === null) withoutId.push(entry.value);
    else {
      value.push({ id: read.id, status: read.status });
      if (read.status === null) withoutStatus.push(entry.value);
    }
  }
  const missing: Missing[] = [
    ...complain('id', 'identifier', withoutId, entries.length),
    ...complain('status', 'status', withoutStatus, entries.length),
  ];
  const lost = entries.length > 0 && value.length === 0;
  return {
    value,
    missing,
    unreadable: lost ? `No entry of the list has an identifier; ${describeAnswer(answer)}.` : null,
  };
}

function readEntry({ key, value }: Entry, dialect: Dialect): { id: string | null; status: string | null } {
  if (!isRecord(value)) {
    // A map from identifier to status, or a bare identifier.
    if (key !== null) return { id: takeIdentifier(key) ?? null, status: takeStatusText(value, 'own') ?? null };
    // A sentence in a list is a message that strayed there.
    const id = takeIdentifier(value);
    return { id: id !== undefined && !/\s/.test(id) ? id : null, status: null };
  }
  const subject = findSubject(value, dialect.listed, takes);
  const id = subject.find('id', takeIdentifier) ?? null;
  return { id: id ?? (namesId(value) ? null : takeIdentifier(key)) ?? null, status: readStatus(subject) };
}

/** An entry with an unreadable identifier of its own must not get its key for one. */
function namesId(entry: Record<string, unknown>): boolean {
  const { id } = standardDialect.listed.facts;
  if (!('own' in id)) return false;
  const fields = fieldsOf(entry);
  return [...id.own, 'id', 'identifier', 'uuid'].some((name) => fields.has(name));
}

function complain(fact: string, called: string, without: readonly unknown[], of: number): Missing[] {
  if (without.length === 0) return [];
  const who = of === 1 ? 'the entry of the list has' : `${without.length} of ${of} entries of the list have`;
  return [{ fact: `listed.${fact}`, say: `${who} no ${called}; of the first: ${describeAnswer(without[0])}` }];
}
