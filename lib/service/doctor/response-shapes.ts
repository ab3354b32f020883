import { knownStatuses } from '../../contract/status';
import type { Dialect } from '../dialect/dialect';
import { asText, followPath, isRecord } from '../dialect/find-field';
import { parseUrl, parseIdentifier, parseLabel, parseStatusText } from '../dialect/find-subject';
import { readCreatedImport } from '../readers/read-created-import';
import { readDetailedImport } from '../readers/read-detailed-import';
import { readListedImports } from '../readers/read-listed-imports';
import { readRecords } from '../readers/read-records';
import { readTools } from '../readers/read-tools';
import { readUsers } from '../readers/read-users';
import { readWarnings } from '../readers/read-warnings';
import type { ReadResult } from '../readers/read-result';
import { listPaths, locateByName, locateByValue, type LocatedField } from './locate-fields';

export interface ResponseShape {
  /** Path of the list; null when the response is the list or a single object. */
  readonly envelope: string | null;
  readonly fields: Readonly<Record<string, LocatedField>>;
  readonly missing: readonly string[];
}

const maxEntries = 50;
const statusTexts: ReadonlySet<string> = new Set(knownStatuses.map((text) => text.toLowerCase()));

const isStatus = (value: unknown): boolean => statusTexts.has(parseLabel(value)?.toLowerCase() ?? '');
const looksLikeId = (value: unknown, path: string): boolean =>
  parseIdentifier(value) !== undefined && /(id|number|no|key)$/i.test(path);

export function shapeOfTools(json: unknown, dialect: Dialect): ResponseShape {
  const { envelope, entries } = findEntries(json, dialect.tool.envelope);
  const alone = { ...dialect, tool: { ...dialect.tool, envelope: undefined } };
  const read = entries.map((entry) => readTools([entry], alone).value[0]);
  const { facts } = dialect.tool;
  const shown = (index: number) => read[index]?.name;
  const names = {
    // The readers return the name of a tool with a label as its slug.
    name:
      locateByName(entries, facts.name, asText, shown) ??
      locateByName(entries, facts.name, asText, (index) => read[index]?.slug ?? undefined) ??
      locateByValue(entries, (value) => asText(value) !== undefined),
    label: locateByName(entries, facts.label, asText, shown),
    slug: locateByName(entries, facts.slug, asText, (index) => read[index]?.slug ?? undefined),
    family: locateByName(entries, facts.family, parseLabel, (index) => read[index]?.family ?? undefined),
  };
  return { envelope, fields: onlyFound(names), missing: missingIn(readTools(json, dialect)) };
}

export function shapeOfListed(json: unknown, dialect: Dialect): ResponseShape {
  const { envelope, entries } = findEntries(json, dialect.listed.envelope);
  const alone = { ...dialect, listed: { ...dialect.listed, envelope: undefined } };
  const read = entries.map((entry) => readListedImports([entry], alone).value[0]);
  const { facts } = dialect.listed;
  const names = {
    id:
      locateByName(entries, facts.id, parseIdentifier, (index) => read[index]?.id) ??
      locateByValue(entries, looksLikeId),
    status:
      locateByName(entries, facts.status, parseStatus, (index) => read[index]?.status ?? undefined) ??
      locateByValue(entries, isStatus),
  };
  return { envelope, fields: onlyFound(names), missing: missingIn(readListedImports(json, dialect)) };
}

export function shapeOfCreated(json: unknown, dialect: Dialect, apiUrls: readonly string[]): ResponseShape {
  const result = readCreatedImport(json, dialect, apiUrls);
  const { facts } = dialect.created;
  const { id, redirectUrl, token } = result.value;
  const isPage = (value: unknown): boolean =>
    typeof value === 'string' && /^https?:\/\//i.test(value) && !apiUrls.some((url) => value.startsWith(url));
  const names = {
    id: locateByName([json], facts.id, parseIdentifier, () => id ?? undefined) ?? locateByValue([json], looksLikeId),
    redirectUrl:
      locateByName([json], facts.redirectUrl, parseOwnUrl, () => redirectUrl ?? undefined) ??
      locateByValue([json], isPage),
    token: locateByName([json], facts.token, asText, () => token ?? undefined),
  };
  return { envelope: null, fields: onlyFound(names), missing: missingIn(result) };
}

export function shapeOfDetailed(json: unknown, dialect: Dialect, requestedId: string): ResponseShape {
  const result = readDetailedImport(json, dialect);
  const { facts } = dialect.detailed;
  const { id, status, family, warnings, records, users } = result.value;
  const isRequestedId = (value: unknown): boolean => parseIdentifier(value) === requestedId;
  const names = {
    id: locateByName([json], facts.id, parseIdentifier, () => id ?? undefined) ?? locateByValue([json], isRequestedId),
    status:
      locateByName([json], facts.status, parseStatus, () => status ?? undefined) ?? locateByValue([json], isStatus),
    family: locateByName([json], facts.family, parseLabel, () => family ?? undefined),
    warnings: locateByName([json], facts.warnings, ifAny(readWarnings), () => ifAny(asArray)(warnings)),
    records: locateByName([json], facts.records, ifAny(readRecords), () => ifAny(asArray)(records)),
    users: locateByName(
      [json],
      facts.users,
      (value) => readUsers(value) ?? undefined,
      () => users ?? undefined,
    ),
  };
  return { envelope: null, fields: onlyFound(names), missing: missingIn(result) };
}

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const parseStatus = (value: unknown): string | undefined => parseStatusText(value, 'own');
const parseOwnUrl = (value: unknown): string | undefined => parseUrl(value, 'own');

function ifAny<T>(read: (value: unknown) => T[]): (value: unknown) => T[] | undefined {
  return (value) => {
    const found = read(value);
    return found.length > 0 ? found : undefined;
  };
}

function missingIn(result: ReadResult<unknown>): string[] {
  return result.unreadable === null ? result.missing.map(({ message }) => message) : [result.unreadable];
}

function onlyFound(names: Readonly<Record<string, LocatedField | undefined>>): Record<string, LocatedField> {
  const found: Record<string, LocatedField> = {};
  for (const [fact, located] of Object.entries(names)) if (located !== undefined) found[fact] = located;
  return found;
}

/** The list and its path. Empty when the response holds a map instead of a list. */
function findEntries(json: unknown, configured: string | undefined): { envelope: string | null; entries: unknown[] } {
  const take = (list: readonly unknown[]): unknown[] => list.slice(0, maxEntries).filter(isRecord);
  if (Array.isArray(json)) return { envelope: null, entries: take(json) };
  const candidates = configured === undefined ? listPaths(json) : [configured];
  for (const path of candidates) {
    const list = followPath(json, path);
    if (Array.isArray(list) && list.some(isRecord)) return { envelope: path, entries: take(list) };
  }
  return { envelope: null, entries: [] };
}
