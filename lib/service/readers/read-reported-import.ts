import type { Warning } from '../../contract/imports';
import { describeJson } from '../dialect/describe-json';
import type { Dialect } from '../dialect/dialect';
import { asText, isRecord, normalizeName } from '../dialect/find-field';
import {
  findSubject,
  importPathPattern,
  parseFamily,
  parseIdentifier,
  parsePresent,
  parseStatusText,
  type ParseValue,
  readStatus,
  type Subject,
} from '../dialect/find-subject';
import { readTimestamp } from '../dialect/read-timestamp';
import { readWarnings } from './read-warnings';
import { listMissing, type ReadResult } from './read-result';

/** A webhook message. */
export interface ReportedImport {
  id: string | null;
  status: string | null;
  family: string | null;
  /** Undefined if the message has no warnings field, which is not the same as no warnings. */
  warnings: Warning[] | undefined;
  timestamp: Date | null;
}

export function readReportedImport(message: unknown, dialect: Dialect): ReadResult<ReportedImport> {
  const subject = findSubject(message, dialect.reported, { id: parseIdentifier, status: parseStatusText });
  const hasWarnings = subject.find('warnings', (value) => value !== undefined || undefined) === true;
  const value: ReportedImport = {
    id: findImportId(subject, dialect) ?? subject.find('id', parseIdentifier) ?? null,
    status: readStatus(subject),
    family: subject.find('family', parseFamily) ?? null,
    warnings: hasWarnings ? readWarnings(subject.find('warnings', parsePresent)) : undefined,
    timestamp: findMessageTime(message, dialect) ?? null,
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

/** A message may have its own id. Then the import is an object, `{ "import": { "id": 12 } }`, or a value, `{ "import": 12 }`. */
function findImportId({ candidates }: Subject<string>, { reported }: Dialect): string | undefined {
  const names = reported.facts.id;
  if ('paths' in names) return undefined;
  for (const { fields } of candidates.filter(({ path }) => importPathPattern.test(path))) {
    for (const own of fields) {
      for (const name of ['id', 'identifier', 'uuid']) {
        const id = parseIdentifier(own.get(name));
        if (id !== undefined) return id;
      }
    }
  }
  const fields = candidates.flatMap((candidate) => candidate.fields);
  if (fields.some((own) => names.specific.some((name) => own.has(name)))) return undefined;
  return fields
    .flatMap((own) => ['import', 'migration'].map((name) => parseIdentifier(own.get(name))))
    .find((id) => id !== undefined && isNoLabel(id));
}

/** Not a name such as "Old CRM" or "sample", and not an address. */
const isNoLabel = (id: string): boolean => /^[^\s/]*\d[^\s/]*$/.test(id);

const parseUnconverted: ParseValue<string | number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : asText(value);

/** Next to the event, not inside the import, whose `created_at` means something else. */
function findMessageTime(message: unknown, { reported }: Dialect): Date | undefined {
  const { timestamp } = reported.facts;
  if (!('paths' in timestamp) && isRecord(message)) {
    for (const [name, value] of Object.entries(message)) {
      const time = timestamp.specific.includes(normalizeName(name)) ? readTimestamp(value) : undefined;
      if (time !== undefined) return time;
    }
  }
  const about = findSubject(message, reported, { timestamp: parseUnconverted, event: asText }, 'outer');
  return readTimestamp(about.find('timestamp', parseUnconverted));
}
