import type { Warning } from '../contract/imports';
import { describeJson } from '../service/dialect/describe-json';
import type { Dialect } from '../service/dialect/dialect';
import { findSubject, parseIdentifier, type ParseValue } from '../service/dialect/find-subject';
import { parseLosslessJson } from '../service/dialect/parse-lossless-json';
import { readReportedImport } from '../service/readers/read-reported-import';
import { readTimestamp } from './read-timestamp';

/** The service does not document the fields, so they are read as tolerantly as its responses. */
export interface DeliveryContent {
  importId: string | null;
  status: string | null;
  reportedAt: Date | null;
  family: string | null;
  /** Undefined if the message has no warnings field, which is not the same as no warnings. */
  warnings: Warning[] | undefined;
  /** Why the message is unusable, without its values; null if it is usable. */
  problem: string | null;
  missing: string[];
}

/** Longer ids do not fit into an index. */
const maxIdBytes = 512;

export function readDeliveryBody(body: Uint8Array, dialect: Dialect): DeliveryContent {
  if (body.byteLength === 0) return unreadable('The body is empty.');
  const text = decodeUtf8(body);
  if (text === undefined) return unreadable('The body is not UTF-8 text.');
  const parsed = parseLosslessJson(text);
  if (!parsed.ok) return unreadable('The body is not JSON.');

  const { value, missing } = readReportedImport(parsed.value, dialect);
  const importId = findImportId(parsed.value, dialect) ?? parseId(value.id, 'own') ?? null;
  const missingFields = [
    ...(importId === null ? ['identifier of an import'] : []),
    ...(value.status === null ? ['status'] : []),
  ];
  return {
    importId,
    status: value.status,
    reportedAt: findMessageTime(parsed.value, dialect) ?? readTimestamp(value.timestamp) ?? null,
    family: value.family !== null && value.family.length <= 200 ? value.family : null,
    warnings: hasWarningsField(parsed.value, dialect) ? value.warnings : undefined,
    problem:
      missingFields.length === 0
        ? null
        : `No ${missingFields.join(' and no ')} was found; ${describeJson(parsed.value)}.`,
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

/** A message may have its own id; inside an object called import, `id` is the import's. */
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

/** A nested time may belong to the import, such as its creation, so only the top level counts. */
function findMessageTime(message: unknown, dialect: Dialect): Date | undefined {
  const { timestamp } = dialect.reported.facts;
  if ('paths' in timestamp || typeof message !== 'object' || message === null) return undefined;
  for (const [name, value] of Object.entries(message)) {
    if (!timestamp.specific.includes(name.toLowerCase().replace(/[_\s-]/g, ''))) continue;
    const time = readTimestamp(value);
    if (time !== undefined) return time;
  }
  return undefined;
}

function hasWarningsField(message: unknown, dialect: Dialect): boolean {
  const subject = findSubject(message, dialect.reported, {});
  return subject.find('warnings', (value) => (value === undefined ? undefined : true)) === true;
}

export function decodeUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
