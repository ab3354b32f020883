import { describeAnswer } from './describe-answer';
import type { Dialect } from './dialect';
import { asText, isRecord, plainName } from './find-field';
import { findList, type Entry } from './find-list';
import { findSubject, takeWord, type Take } from './find-subject';
import type { Missing, Reading } from './reading';
import type { ReadTool } from './service-client';

/** What the browser's schema holds. A longer text cannot be sent back as it is, so it is not taken for a name. */
const longestName = 500;
const longestFamily = 200;

const takeName: Take<string> = (value) => {
  const text = asText(value);
  return text !== undefined && text.length <= longestName ? text : undefined;
};

const takeSlug: Take<string> = (value, standing) => {
  // Numbers under `id` or `code` are keys of a database and no slugs.
  return typeof value === 'number' ? undefined : takeName(value, standing);
};

const takeFamily: Take<string> = (value) => {
  const text = takeWord(value);
  return text !== undefined && text.length <= longestFamily ? text : undefined;
};

/** Fields of an answer that failed; a map that has one is no map from slug to name. */
const noSlugs = new Set([
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

const takes = { name: takeName, label: takeName, slug: takeSlug, family: takeFamily };

/** Reads the list of source tools. `value` of each is what is sent as `source_tool`: its name, unless set otherwise. */
export function readTools(answer: unknown, dialect: Dialect): Reading<ReadTool[]> {
  const holds = (value: unknown): boolean => {
    const subject = findSubject(value, dialect.tool, takes);
    return subject.find('name', takeName) !== undefined && subject.find('slug', takeSlug) !== undefined;
  };
  // A map from slug to name, or from slug to tool.
  const isKey = (key: string, value: unknown): boolean =>
    key.length <= longestName &&
    !noSlugs.has(plainName(key)) &&
    (isRecord(value) || (typeof value === 'string' && /^[a-z0-9][\w.+-]*$/i.test(key)));
  const entries = findList(answer, dialect.tool.envelope, holds, isKey);
  if (!entries) {
    const told = dialect.tool.envelope === undefined ? '' : ` at ${dialect.tool.envelope}, where the dialect file says`;
    return {
      value: [],
      missing: [],
      unreadable: `The answer holds no list of tools${told}; ${describeAnswer(answer)}.`,
    };
  }

  const value: ReadTool[] = [];
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
  const missing: Missing[] = [];
  const complain = (fact: string, what: string, without: readonly unknown[]): void => {
    if (without.length === 0) return;
    const who = `${without.length} of ${entries.length} ${entries.length === 1 ? 'tool has' : 'tools have'}`;
    missing.push({ fact: `tool.${fact}`, say: `${who} no ${what}; of the first: ${describeAnswer(without[0])}` });
  };
  complain('name', 'name', nameless);
  complain(dialect.toolValue, `${dialect.toolValue}, which is to be sent as source_tool; the name is sent`, valueless);
  const lost = entries.length > 0 && value.length === 0;
  return { value, missing, unreadable: lost ? `No tool of the list has a name; ${describeAnswer(answer)}.` : null };
}

function readTool({ key, group, value }: Entry, dialect: Dialect): { read: ReadTool; hasValue: boolean } | undefined {
  const inGroup = group !== null && group.length <= longestFamily ? (asText(group) ?? null) : null;
  if (!isRecord(value)) {
    const name = takeName(value, 'own');
    return name === undefined
      ? undefined
      : choose({ name, label: undefined, slug: key ?? undefined }, inGroup, dialect);
  }
  const subject = findSubject(value, dialect.tool, takes);
  return choose(
    {
      name: subject.find('name', takeName),
      label: subject.find('label', takeName),
      slug: subject.find('slug', takeSlug) ?? takeSlug(key, 'own'),
    },
    subject.find('family', takeFamily) ?? inGroup,
    dialect,
  );
}

/** A tool of `name` and `label` shows the label and sends the name, which then is the slug. */
function choose(
  given: { name: string | undefined; label: string | undefined; slug: string | undefined },
  family: string | null,
  dialect: Dialect,
): { read: ReadTool; hasValue: boolean } | undefined {
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
