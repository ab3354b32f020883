import type { Warning } from '../../contract/imports';
import { describeJson } from '../dialect/describe-json';
import type { Dialect } from '../dialect/dialect';
import { asText } from '../dialect/find-field';
import {
  findSubject,
  parseIdentifier,
  parseLabel,
  parsePresent,
  parseStatusText,
  type ParseValue,
  readStatus,
} from '../dialect/find-subject';
import { readWarnings } from './read-warnings';
import { listMissing, type ReadResult } from './read-result';

/** A webhook message. The timestamp is unconverted: seconds, milliseconds or ISO 8601. */
export interface ReportedImport {
  id: string | null;
  status: string | null;
  family: string | null;
  warnings: Warning[];
  timestamp: string | number | null;
  event: string | null;
}

const parseTimestamp: ParseValue<string | number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : asText(value);

export function readReportedImport(message: unknown, dialect: Dialect): ReadResult<ReportedImport> {
  // The time sent is next to the event, not inside the import, whose `created_at` means something else.
  const about = findSubject(message, dialect.reported, { timestamp: parseTimestamp, event: asText }, 'outer');
  const subject = findSubject(message, dialect.reported, { id: parseIdentifier, status: parseStatusText });
  const value: ReportedImport = {
    id: subject.find('id', parseIdentifier) ?? null,
    status: readStatus(subject),
    family: subject.find('family', parseLabel) ?? null,
    warnings: readWarnings(subject.find('warnings', parsePresent)),
    timestamp: about.find('timestamp', parseTimestamp) ?? null,
    event: about.find('event', asText) ?? null,
  };
  return {
    value,
    missing: listMissing({
      section: 'reported',
      subject: 'the message',
      json: message,
      called: { id: 'identifier', status: 'status', timestamp: 'timestamp' },
      value,
    }),
    unreadable: value.id === null ? `The message names no import; ${describeJson(message)}.` : null,
  };
}
