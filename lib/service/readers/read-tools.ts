import type { Tool } from '../../contract/tools';
import { describeJson } from '../dialect/describe-json';
import type { Dialect } from '../dialect/dialect';
import { asText, isRecord, normalizeName } from '../dialect/find-field';
import { findList, type Entry } from '../dialect/find-list';
import { findSubject, maxFamilyLength, parseFamily, type ParseValue } from '../dialect/find-subject';
import { type MissingFact, type ReadResult, unreadableList } from './read-result';

/** The limit of our API schema. A longer name could not be sent back, so it is ignored. */
const maxNameLength = 500;

const parseName: ParseValue<string> = (value) => {
  const text = asText(value);
  return text !== undefined && text.length <= maxNameLength ? text : undefined;
};

/** Numbers under `id` or `code` are database keys, not slugs. */
const parseSlug: ParseValue<string> = (value, nameKind) =>
  typeof value === 'number' ? undefined : parseName(value, nameKind);

/** Fields of an error response, which is not a map from slug to name. */
const errorFieldNames = new Set([
  'error',
  'errors',
  'message',
  'messages',
  'status',
  'code',
  'detail',
  'title',
  'type',
  'success',
]);

const parsers = { name: parseName, label: parseName, slug: parseSlug, family: parseFamily };

export function readTools(json: unknown, dialect: Dialect): ReadResult<Tool[]> {
  const isEntry = (value: unknown): boolean => {
    const subject = findSubject(value, dialect.tool, parsers);
    return subject.find('name', parseName) !== undefined && subject.find('slug', parseSlug) !== undefined;
  };
  // A map from slug to name, or from slug to tool.
  const isKey = (key: string, value: unknown): boolean =>
    key.length <= maxNameLength &&
    !errorFieldNames.has(normalizeName(key)) &&
    (isRecord(value) || (typeof value === 'string' && /^[a-z0-9][\w.+-]*$/i.test(key)));
  const entries = findList(json, dialect.tool.envelope, isEntry, isKey);
  if (!entries) return unreadableList('tools', dialect.tool.envelope, json);

  const value: Tool[] = [];
  const nameless: unknown[] = [];
  const valueless: unknown[] = [];
  for (const entry of entries) {
    const tool = readTool(entry, dialect);
    if (!tool) nameless.push(entry.value);
    else {
      value.push(tool.read);
      if (!tool.hasValue) valueless.push(entry.value);
    }
  }
  const missing: MissingFact[] = [];
  const reportMissing = (fact: string, what: string, without: readonly unknown[]): void => {
    if (without.length === 0) return;
    const who = `${without.length} of ${entries.length} ${entries.length === 1 ? 'tool has' : 'tools have'}`;
    missing.push({ fact: `tool.${fact}`, message: `${who} no ${what}; of the first: ${describeJson(without[0])}` });
  };
  reportMissing('name', 'name', nameless);
  reportMissing(
    dialect.toolValue,
    `${dialect.toolValue}, which is to be sent as source_tool; the name is sent`,
    valueless,
  );
  const lost = entries.length > 0 && value.length === 0;
  return { value, missing, unreadable: lost ? `No tool of the list has a name; ${describeJson(json)}.` : null };
}

function readTool({ key, group, value }: Entry, dialect: Dialect): { read: Tool; hasValue: boolean } | undefined {
  const inGroup = group !== null && group.length <= maxFamilyLength ? (asText(group) ?? null) : null;
  if (!isRecord(value)) {
    const name = parseName(value, 'own');
    return name === undefined
      ? undefined
      : toTool({ name, label: undefined, slug: key ?? undefined }, inGroup, dialect);
  }
  const subject = findSubject(value, dialect.tool, parsers);
  return toTool(
    {
      name: subject.find('name', parseName),
      label: subject.find('label', parseName),
      slug: subject.find('slug', parseSlug) ?? parseSlug(key, 'own'),
    },
    subject.find('family', parseFamily) ?? inGroup,
    dialect,
  );
}

/** A tool with `name` and `label` shows the label and uses the name as slug. */
function toTool(
  given: { name: string | undefined; label: string | undefined; slug: string | undefined },
  family: string | null,
  dialect: Dialect,
): { read: Tool; hasValue: boolean } | undefined {
  const name = given.name ?? given.label ?? given.slug;
  if (name === undefined) return undefined;
  const shown = given.label ?? name;
  const slug = given.slug ?? (given.label !== undefined && given.name !== undefined ? given.name : undefined);
  const wanted = { name, slug, label: shown }[dialect.toolValue];
  return {
    read: { name: shown, slug: slug ?? null, family, value: wanted ?? name },
    hasValue: wanted !== undefined,
  };
}
