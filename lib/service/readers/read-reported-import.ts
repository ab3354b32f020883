import type { Warning } from '../../contract/imports';
import { describeJson } from '../dialect/describe-json';
import type { Dialect } from '../dialect/dialect';
import { asText } from '../dialect/find-field';
import { findSubject, parseIdentifier, parseLabel, type ParseValue } from '../dialect/find-subject';
import { readStatus, parseStatusText } from './read-status';
import { readWarnings } from './read-warnings';
import type { MissingFact, ReadResult } from './read-result';

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

const parsePresent: ParseValue<unknown> = (value) => value ?? undefined;

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
  const missing: MissingFact[] = [];
  const reportMissing = (fact: 'id' | 'status' | 'timestamp'): void => {
    const called = fact === 'id' ? 'identifier' : fact;
    missing.push({ fact: `reported.${fact}`, message: `the message has no ${called}; ${describeJson(message)}` });
  };
  if (value.id === null) reportMissing('id');
  if (value.status === null) reportMissing('status');
  if (value.timestamp === null) reportMissing('timestamp');
  return {
    value,
    missing,
    unreadable: value.id === null ? `The message names no import; ${describeJson(message)}.` : null,
  };
}
