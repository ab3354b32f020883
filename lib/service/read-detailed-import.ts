import { describeAnswer } from './describe-answer';
import type { Dialect } from './dialect';
import { findSubject, takeIdentifier, takeWord, type Take } from './find-subject';
import { readRecords, type RecordCount } from './read-records';
import { readStatus, takeStatusText } from './read-status';
import { readSpreadUsers, readUsers, type Users } from './read-users';
import { readWarnings } from './read-warnings';
import type { Missing, Reading } from './reading';
import type { DetailedImport } from './service-client';

const longestFamily = 200;

const takeFamily: Take<string> = (value) => {
  const text = takeWord(value);
  return text !== undefined && text.length <= longestFamily ? text : undefined;
};

const takePresent: Take<unknown> = (value) => value ?? undefined;

const takeRecords: Take<RecordCount[]> = (value) => {
  const records = readRecords(value);
  return records.length > 0 ? records : undefined;
};

const takeUsers: Take<Users> = (value) => readUsers(value) ?? undefined;

/** Reads one import: what it is, how it stands, and whatever else the service tells about it. */
export function readDetailedImport(answer: unknown, dialect: Dialect): Reading<DetailedImport> {
  const subject = findSubject(answer, dialect.detailed, {
    id: takeIdentifier,
    status: takeStatusText,
    family: takeFamily,
    warnings: takePresent,
  });
  const spread = subject.places.flatMap((place) => place.fields).map(readSpreadUsers);
  const value: DetailedImport = {
    id: subject.find('id', takeIdentifier) ?? null,
    status: readStatus(subject),
    family: subject.find('family', takeFamily) ?? null,
    warnings: readWarnings(subject.find('warnings', takePresent)),
    records: subject.find('records', takeRecords) ?? [],
    users: subject.find('users', takeUsers) ?? spread.find((users) => users !== null) ?? null,
  };

  const missing: Missing[] = [];
  const miss = (fact: 'id' | 'status' | 'family', called: string): void => {
    const where = dialect.detailed.facts[fact];
    const told = 'paths' in where ? ` at ${where.paths.join(' or ')}, where the dialect file says it is` : '';
    missing.push({
      fact: `detailed.${fact}`,
      say: `the import's answer has no ${called}${told}; ${describeAnswer(answer)}`,
    });
  };
  if (value.id === null) miss('id', 'identifier');
  if (value.status === null) miss('status', 'status');
  if (value.family === null) miss('family', 'family');
  const nothing = value.id === null && value.status === null;
  return {
    value,
    missing,
    unreadable: nothing ? `The answer has neither identifier nor status; ${describeAnswer(answer)}.` : null,
  };
}
