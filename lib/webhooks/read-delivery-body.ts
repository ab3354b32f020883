import type { Warning } from '../contract/imports';
import { describeJson } from '../service/dialect/describe-json';
import type { Dialect } from '../service/dialect/dialect';
import { findSubject, parseIdentifier, type ParseValue } from '../service/dialect/find-subject';
import { parseJson } from '../service/dialect/parse-json';
import { readReportedImport } from '../service/readers/read-reported-import';
import { readTimestamp } from './read-timestamp';

/** What a message tells, read as tolerantly as the service's answers: its fields are not shown anywhere. */
export interface DeliveryContent {
  importId: string | null;
  status: string | null;
  /** When the service says it sent or saw this. */
  reportedAt: Date | null;
  family: string | null;
  /** Undefined when the message does not speak of warnings, which is not the same as none. */
  warnings: Warning[] | undefined;
  /** Why the message cannot be used as it stands, in words and without its values; null when it can. */
  problem: string | null;
  /** Names of the facts that were looked for and not found, for the metrics. */
  missing: string[];
}

/** Longer identifiers cannot stand in an index, and no service has them. */
const maxIdBytes = 512;

export function readDeliveryBody(body: Uint8Array, dialect: Dialect): DeliveryContent {
  if (body.byteLength === 0) return unreadable('The body is empty.');
  const text = decodeUtf8(body);
  if (text === undefined) return unreadable('The body is not UTF-8 text.');
  const parsed = parseJson(text);
  if (!parsed.ok) return unreadable('The body is not JSON.');

  const { value, missing } = readReportedImport(parsed.value, dialect);
  const importId = findImportId(parsed.value, dialect) ?? parseId(value.id, 'own') ?? null;
  const lacks = [
    ...(importId === null ? ['identifier of an import'] : []),
    ...(value.status === null ? ['status'] : []),
  ];
  return {
    importId,
    status: value.status,
    reportedAt: findMessageTime(parsed.value, dialect) ?? readTimestamp(value.timestamp) ?? null,
    family: value.family !== null && value.family.length <= 200 ? value.family : null,
    warnings: hasWarningsField(parsed.value, dialect) ? value.warnings : undefined,
    problem: lacks.length === 0 ? null : `No ${lacks.join(' and no ')} was found; ${describeJson(parsed.value)}.`,
    missing: missing.map(({ fact }) => fact),
  };
}

function unreadable(problem: string): DeliveryContent {
  return {
    importId: null,
    status: null,
    reportedAt: null,
    family: null,
    warnings: undefined,
    problem,
    missing: ['reported.body'],
  };
}

const parseId: ParseValue<string> = (value) => {
  const id = parseIdentifier(value);
  return id !== undefined && Buffer.byteLength(id) <= maxIdBytes ? id : undefined;
};

/**
 * A message often has an identifier of its own beside the import's. Inside an object that is called an import, `id` can
 * only be the import's. What configuration says about the identifier comes before this.
 */
function findImportId(message: unknown, dialect: Dialect): string | undefined {
  if ('paths' in dialect.reported.facts.id) return undefined;
  for (const place of findSubject(message, dialect.reported, {}).candidates) {
    if (!/(^|\.)(import|migration|importmigration)$/.test(place.path)) continue;
    for (const fields of place.fields) {
      for (const name of ['id', 'identifier', 'uuid']) {
        const id = parseId(fields.get(name), 'own');
        if (id !== undefined) return id;
      }
    }
  }
  return undefined;
}

/**
 * The message's own time stands at its top. A moment further in may belong to the import, such as when it was created,
 * and an old import is no old message. What configuration says about the time comes before this.
 */
function findMessageTime(message: unknown, dialect: Dialect): Date | undefined {
  const { timestamp } = dialect.reported.facts;
  if ('paths' in timestamp || typeof message !== 'object' || message === null) return undefined;
  for (const [name, value] of Object.entries(message)) {
    if (!timestamp.specific.includes(name.toLowerCase().replace(/[_\s-]/g, ''))) continue;
    const moment = readTimestamp(value);
    if (moment !== undefined) return moment;
  }
  return undefined;
}

function hasWarningsField(message: unknown, dialect: Dialect): boolean {
  const subject = findSubject(message, dialect.reported, {});
  return subject.find('warnings', (value) => (value === undefined ? undefined : true)) === true;
}

function decodeUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
