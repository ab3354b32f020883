import { knownStatuses } from '../../contract/status';
import type { Dialect, FactLocation } from '../dialect/dialect';
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
    id: locateIn(json, facts.id, parseIdentifier, id) ?? locateByValue([json], looksLikeId),
    redirectUrl: locateIn(json, facts.redirectUrl, parseOwnUrl, redirectUrl) ?? locateByValue([json], isPage),
    token: locateIn(json, facts.token, asText, token),
  };
  return { envelope: null, fields: onlyFound(names), missing: missingIn(result) };
}

export function shapeOfDetailed(json: unknown, dialect: Dialect, requestedId: string): ResponseShape {
  const result = readDetailedImport(json, dialect);
  const { facts } = dialect.detailed;
  const { id, status, family, warnings, records, users } = result.value;
  const isRequestedId = (value: unknown): boolean => parseIdentifier(value) === requestedId;
  const names = {
    id: locateIn(json, facts.id, parseIdentifier, id) ?? locateByValue([json], isRequestedId),
    status: locateIn(json, facts.status, parseStatus, status) ?? locateByValue([json], isStatus),
    family: locateIn(json, facts.family, parseLabel, family),
    warnings: locateIn(json, facts.warnings, (value) => ifAny(readWarnings(value)), ifAny(warnings)),
    records: locateIn(json, facts.records, (value) => ifAny(readRecords(value)), ifAny(records)),
    users: locateIn(json, facts.users, readUsers, users),
  };
  return { envelope: null, fields: onlyFound(names), missing: missingIn(result) };
}

function locateIn<T>(
  json: unknown,
  where: FactLocation,
  parse: (value: unknown) => T | null | undefined,
  found: T | null | undefined,
): LocatedField | undefined {
  return locateByName(
    [json],
    where,
    (value) => parse(value) ?? undefined,
    () => found ?? undefined,
  );
}

const ifAny = <T>(found: T[]): T[] | undefined => (found.length > 0 ? found : undefined);
const parseStatus = (value: unknown): string | undefined => parseStatusText(value, 'own');
const parseOwnUrl = (value: unknown): string | undefined => parseUrl(value, 'own');

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
