import { describeAnswer } from '../service/describe-answer';
import type { Dialect } from '../service/dialect';
import { followPath } from '../service/find-field';
import { findSubject, takeIdentifier, type Place, type Subject, type Take } from '../service/find-subject';
import { parseJson } from '../service/parse-json';
import { readStatus, takeStatusText } from '../service/read-status';
import { readWarnings } from '../service/read-warnings';
import type { Warning } from '../contract/imports';
import { readTimestamp } from './read-timestamp';

/** What a message tells, read as tolerantly as the service's answers: its fields are not shown anywhere. */
export interface DeliveryReading {
  importId: string | null;
  status: string | null;
  /** When the service says it sent or saw this. */
  reportedAt: Date | null;
  family: string | null;
  /** Undefined when the message does not speak of warnings, which is not the same as none. */
  warnings: Warning[] | undefined;
  /** Why the message cannot be used as it stands, in words and without its values; null when it can. */
  problem: string | null;
}

/** Longer identifiers cannot be kept in an index, and no service has them. */
const longestIdBytes = 1000;

type Reported = keyof Dialect['reported']['facts'];

export function readDelivery(body: Uint8Array, dialect: Dialect): DeliveryReading {
  const nothing = { importId: null, status: null, reportedAt: null, family: null, warnings: undefined };
  if (body.byteLength === 0) return { ...nothing, problem: 'The body is empty.' };
  const text = decodeUtf8(body);
  if (text === undefined) return { ...nothing, problem: 'The body is not UTF-8 text.' };
  const parsed = parseJson(text);
  if (!parsed.ok) return { ...nothing, problem: 'The body is not JSON.' };

  const subject = findSubject<Reported>(parsed.value, dialect.reported, { id: takeId, status: takeStatusText });
  const importId = idOfImport(subject) ?? subject.find('id', takeId) ?? null;
  const status = readStatus(subject);
  const reportedAt = findTimestamp(subject, dialect);
  const family = subject.find('family', takeShortText) ?? null;
  const told = subject.find('warnings', (value, standing) => (standing === 'own' ? { value } : undefined));
  const lacks = [...(importId === null ? ['identifier of an import'] : []), ...(status === null ? ['status'] : [])];
  return {
    importId,
    status,
    reportedAt,
    family,
    warnings: told === undefined ? undefined : readWarnings(told.value),
    problem: lacks.length === 0 ? null : `No ${lacks.join(' and no ')} was found; ${describeAnswer(parsed.value)}.`,
  };
}

const takeId: Take<string> = (value) => {
  const id = takeIdentifier(value);
  return id !== undefined && Buffer.byteLength(id) <= longestIdBytes ? id : undefined;
};

const takeShortText: Take<string> = (value, standing) =>
  standing !== 'elsewhere' && typeof value === 'string' && value.trim() !== '' && value.length <= 200
    ? value.toWellFormed().replaceAll('\u0000', '\ufffd')
    : undefined;

/**
 * A message often has an identifier of its own beside the import's. Inside an object that is called an import, `id` can
 * only be the import's.
 */
function idOfImport(subject: Subject<Reported>): string | undefined {
  for (const place of subject.places) {
    if (!/(^|\.)(import|migration|importmigration)$/.test(place.path)) continue;
    for (const fields of place.fields) {
      for (const name of ['id', 'identifier', 'uuid']) {
        const id = takeId(fields.get(name), 'own');
        if (id !== undefined) return id;
      }
    }
  }
  return undefined;
}

/**
 * The message's own time stands outermost, and under the most telling name: an import inside may carry the day it was
 * created, which would make every message look years old.
 */
function findTimestamp(subject: Subject<Reported>, dialect: Dialect): Date | null {
  const outermostFirst = subject.places.toSorted((a, b) => a.depth - b.depth);
  const where = dialect.reported.facts.timestamp;
  const names = 'paths' in where ? where.paths : [...where.own, ...where.plain];
  const values = (place: Place, name: string): unknown[] =>
    'paths' in where ? [followPath(place.object, name)] : place.fields.map((fields) => fields.get(name));
  for (const name of names) {
    for (const place of outermostFirst) {
      for (const value of values(place, name)) {
        const at = readTimestamp(value);
        if (at) return at;
      }
    }
  }
  return null;
}

function decodeUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
