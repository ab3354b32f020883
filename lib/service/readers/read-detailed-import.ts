import { describeJson } from '../dialect/describe-json';
import type { Dialect } from '../dialect/dialect';
import { findSubject, parseFamily, parseIdentifier, type ParseValue } from '../dialect/find-subject';
import { readRecords, type RecordCount } from './read-records';
import { readStatus, parseStatusText } from './read-status';
import { readFlatUsers, readUsers, type Users } from './read-users';
import { readWarnings } from './read-warnings';
import type { MissingFact, ReadResult } from './read-result';
import type { DetailedImport } from '../service-client';

const parsePresent: ParseValue<unknown> = (value) => value ?? undefined;

const parseRecords: ParseValue<RecordCount[]> = (value) => {
  const records = readRecords(value);
  return records.length > 0 ? records : undefined;
};

const parseUsers: ParseValue<Users> = (value) => readUsers(value) ?? undefined;

export function readDetailedImport(json: unknown, dialect: Dialect): ReadResult<DetailedImport> {
  const subject = findSubject(json, dialect.detailed, {
    id: parseIdentifier,
    status: parseStatusText,
    family: parseFamily,
    warnings: parsePresent,
  });
  const flatUsers = subject.candidates.flatMap(({ fields }) => fields).map(readFlatUsers);
  const value: DetailedImport = {
    id: subject.find('id', parseIdentifier) ?? null,
    status: readStatus(subject),
    family: subject.find('family', parseFamily) ?? null,
    warnings: readWarnings(subject.find('warnings', parsePresent)),
    records: subject.find('records', parseRecords) ?? [],
    users: subject.find('users', parseUsers) ?? flatUsers.find((users) => users !== null) ?? null,
  };

  const missing: MissingFact[] = [];
  const reportMissing = (fact: 'id' | 'status' | 'family', called: string): void => {
    const where = dialect.detailed.facts[fact];
    const configuredAt = 'paths' in where ? ` at ${where.paths.join(' or ')}, where the dialect file says it is` : '';
    missing.push({
      fact: `detailed.${fact}`,
      message: `the import's answer has no ${called}${configuredAt}; ${describeJson(json)}`,
    });
  };
  if (value.id === null) reportMissing('id', 'identifier');
  if (value.status === null) reportMissing('status', 'status');
  if (value.family === null) reportMissing('family', 'family');
  const nothing = value.id === null && value.status === null;
  return {
    value,
    missing,
    unreadable: nothing ? `The answer has neither identifier nor status; ${describeJson(json)}.` : null,
  };
}
