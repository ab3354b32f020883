import type { Warning } from '../contract/imports';
import { describeAnswer } from './describe-answer';
import type { Dialect } from './dialect';
import { asText } from './find-field';
import { findSubject, takeIdentifier, takeWord, type Take } from './find-subject';
import { readStatus, takeStatusText } from './read-status';
import { readWarnings } from './read-warnings';
import type { Missing, Reading } from './reading';

/** What a webhook message tells. The timestamp is handed on as it came: seconds, milliseconds or ISO 8601. */
export interface ReportedImport {
  id: string | null;
  status: string | null;
  family: string | null;
  warnings: Warning[];
  timestamp: string | number | null;
  event: string | null;
}

const takeMoment: Take<string | number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : asText(value);

const takePresent: Take<unknown> = (value) => value ?? undefined;

/** Reads a message as tolerantly as an answer, since its fields are "not shown" too. */
export function readReportedImport(message: unknown, dialect: Dialect): Reading<ReportedImport> {
  // Where id and status stand is the import; where event and time stand is the message, whose time alone tells when it
  // was sent. An import's own `created_at` must not be taken for it.
  const about = findSubject(message, dialect.reported, { timestamp: takeMoment, event: asText }, 'outer');
  const subject = findSubject(message, dialect.reported, { id: takeIdentifier, status: takeStatusText });
  const value: ReportedImport = {
    id: subject.find('id', takeIdentifier) ?? null,
    status: readStatus(subject),
    family: subject.find('family', takeWord) ?? null,
    warnings: readWarnings(subject.find('warnings', takePresent)),
    timestamp: about.find('timestamp', takeMoment) ?? null,
    event: about.find('event', asText) ?? null,
  };
  const missing: Missing[] = [];
  const miss = (fact: 'id' | 'status' | 'timestamp'): void => {
    const called = fact === 'id' ? 'identifier' : fact;
    missing.push({ fact: `reported.${fact}`, say: `the message has no ${called}; ${describeAnswer(message)}` });
  };
  if (value.id === null) miss('id');
  if (value.status === null) miss('status');
  if (value.timestamp === null) miss('timestamp');
  return {
    value,
    missing,
    unreadable: value.id === null ? `The message names no import; ${describeAnswer(message)}.` : null,
  };
}
