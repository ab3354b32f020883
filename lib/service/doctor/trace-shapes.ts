import { knownStatuses } from '../../contract/status';
import type { Dialect } from '../dialect';
import { asText, followPath, isRecord } from '../find-field';
import { takeAddress, takeIdentifier, takeWord } from '../find-subject';
import { readCreatedImport } from '../read-created-import';
import { readDetailedImport } from '../read-detailed-import';
import { readListedImports } from '../read-listed-imports';
import { readRecords } from '../read-records';
import { takeStatusText } from '../read-status';
import { readTools } from '../read-tools';
import { readUsers } from '../read-users';
import { readWarnings } from '../read-warnings';
import type { Reading } from '../reading';
import { pathsOf, traceByName, traceByValue, type Traced } from './trace-names';

/** What an answer looks like: where its list stands, under which names its facts do, and what is not there. */
export interface Shape {
  /** Path of the list; null when the answer is the list, or is about one thing. */
  readonly envelope: string | null;
  readonly names: Readonly<Record<string, Traced>>;
  /** In words, without any value. */
  readonly missing: readonly string[];
}

const mostEntries = 50;
const statusTexts: ReadonlySet<string> = new Set(knownStatuses.map((text) => text.toLowerCase()));

const isStatus = (value: unknown): boolean => statusTexts.has(takeWord(value)?.toLowerCase() ?? '');
const isCalledId = (value: unknown, path: string): boolean =>
  takeIdentifier(value) !== undefined && /(id|number|no|key)$/i.test(path);

export function shapeOfTools(json: unknown, dialect: Dialect): Shape {
  const { envelope, entries } = findEntries(json, dialect.tool.envelope);
  const alone = { ...dialect, tool: { ...dialect.tool, envelope: undefined } };
  const read = entries.map((entry) => readTools([entry], alone).value[0]);
  const { facts } = dialect.tool;
  const shown = (index: number) => read[index]?.name;
  const names = {
    // Where a tool has a label as well, what is called its name is shown as its slug.
    name:
      traceByName(entries, facts.name, asText, shown) ??
      traceByName(entries, facts.name, asText, (index) => read[index]?.slug ?? undefined) ??
      traceByValue(entries, (value) => asText(value) !== undefined),
    label: traceByName(entries, facts.label, asText, shown),
    slug: traceByName(entries, facts.slug, asText, (index) => read[index]?.slug ?? undefined),
    family: traceByName(entries, facts.family, takeWord, (index) => read[index]?.family ?? undefined),
  };
  return { envelope, names: onlyFound(names), missing: missingIn(readTools(json, dialect)) };
}

export function shapeOfListed(json: unknown, dialect: Dialect): Shape {
  const { envelope, entries } = findEntries(json, dialect.listed.envelope);
  const alone = { ...dialect, listed: { ...dialect.listed, envelope: undefined } };
  const read = entries.map((entry) => readListedImports([entry], alone).value[0]);
  const { facts } = dialect.listed;
  const names = {
    id: traceByName(entries, facts.id, takeIdentifier, (index) => read[index]?.id) ?? traceByValue(entries, isCalledId),
    status:
      traceByName(entries, facts.status, takeStatus, (index) => read[index]?.status ?? undefined) ??
      traceByValue(entries, isStatus),
  };
  return { envelope, names: onlyFound(names), missing: missingIn(readListedImports(json, dialect)) };
}

export function shapeOfCreated(json: unknown, dialect: Dialect, apiUrls: readonly string[]): Shape {
  const reading = readCreatedImport(json, dialect, apiUrls);
  const { facts } = dialect.created;
  const { id, redirectUrl, token } = reading.value;
  const isPage = (value: unknown): boolean =>
    typeof value === 'string' && /^https?:\/\//i.test(value) && !apiUrls.some((url) => value.startsWith(url));
  const names = {
    id: traceByName([json], facts.id, takeIdentifier, () => id ?? undefined) ?? traceByValue([json], isCalledId),
    redirectUrl:
      traceByName([json], facts.redirectUrl, takeOwnAddress, () => redirectUrl ?? undefined) ??
      traceByValue([json], isPage),
    token: traceByName([json], facts.token, asText, () => token ?? undefined),
  };
  return { envelope: null, names: onlyFound(names), missing: missingIn(reading) };
}

/** `askedId` is the identifier the answer was asked by; undefined where the answer is static and about another. */
export function shapeOfDetailed(json: unknown, dialect: Dialect, askedId: string | undefined): Shape {
  const reading = readDetailedImport(json, dialect);
  const { facts } = dialect.detailed;
  const { id, status, family, warnings, records, users } = reading.value;
  const isAskedId = (value: unknown): boolean => askedId !== undefined && takeIdentifier(value) === askedId;
  const names = {
    id: traceByName([json], facts.id, takeIdentifier, () => id ?? undefined) ?? traceByValue([json], isAskedId),
    status: traceByName([json], facts.status, takeStatus, () => status ?? undefined) ?? traceByValue([json], isStatus),
    family: traceByName([json], facts.family, takeWord, () => family ?? undefined),
    warnings: traceByName([json], facts.warnings, ifAny(readWarnings), () => ifAny(keep)(warnings)),
    records: traceByName([json], facts.records, ifAny(readRecords), () => ifAny(keep)(records)),
    users: traceByName(
      [json],
      facts.users,
      (value) => readUsers(value) ?? undefined,
      () => users ?? undefined,
    ),
  };
  return { envelope: null, names: onlyFound(names), missing: missingIn(reading) };
}

const keep = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const takeStatus = (value: unknown): string | undefined => takeStatusText(value, 'own');
const takeOwnAddress = (value: unknown): string | undefined => takeAddress(value, 'own');

function ifAny<T>(read: (value: unknown) => T[]): (value: unknown) => T[] | undefined {
  return (value) => {
    const found = read(value);
    return found.length > 0 ? found : undefined;
  };
}

function missingIn(reading: Reading<unknown>): string[] {
  return reading.unreadable === null ? reading.missing.map(({ say }) => say) : [reading.unreadable];
}

function onlyFound(names: Readonly<Record<string, Traced | undefined>>): Record<string, Traced> {
  const found: Record<string, Traced> = {};
  for (const [fact, traced] of Object.entries(names)) if (traced !== undefined) found[fact] = traced;
  return found;
}

/** The list and its path. Answers without a plain list (a map by key) are read all the same, but not pinned. */
function findEntries(json: unknown, configured: string | undefined): { envelope: string | null; entries: unknown[] } {
  const take = (list: readonly unknown[]): unknown[] => list.slice(0, mostEntries).filter(isRecord);
  if (Array.isArray(json)) return { envelope: null, entries: take(json) };
  const candidates = configured === undefined ? pathsOf(json) : [configured];
  for (const path of candidates) {
    const list = followPath(json, path);
    if (Array.isArray(list) && list.some(isRecord)) return { envelope: path, entries: take(list) };
  }
  return { envelope: null, entries: [] };
}
