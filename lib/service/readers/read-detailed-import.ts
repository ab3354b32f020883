import type { RecordCount, Users } from '../../contract/imports';
import { describeJson } from '../dialect/describe-json';
import type { Dialect } from '../dialect/dialect';
import {
  findSubject,
  parseFamily,
  parseIdentifier,
  parsePresent,
  parseStatusText,
  type ParseValue,
  readStatus,
} from '../dialect/find-subject';
import { readRecords } from './read-records';
import { readFlatUsers, readUsers } from './read-users';
import { readWarnings } from './read-warnings';
import { listMissing, type ReadResult } from './read-result';
import type { DetailedImport } from '../service-client';

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
  const nothing = value.id === null && value.status === null;
  return {
    value,
    missing: listMissing({
      section: 'detailed',
      subject: "the import's answer",
      json,
      called: { id: 'identifier', status: 'status', family: 'family' },
      value,
      locations: dialect.detailed.facts,
    }),
    unreadable: nothing ? `The answer has neither identifier nor status; ${describeJson(json)}.` : null,
  };
}
