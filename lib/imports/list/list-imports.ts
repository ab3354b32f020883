import { z } from 'zod';
import { text } from '../../contract/base-schemas';
import { parseJson } from '../../core/parse-json';
import { LandfallError } from '../../core/errors';
import type { Environment } from '../../contract/environment';
import { normaliseTags } from '../../contract/tag-rules';
import { importSorts, type ImportList, type ImportListQuery, type ImportRow } from '../../contract/imports';
import type { ImportFilter } from '../../store/imports/import-filter';
import { listImportPage, type ImportCursor } from '../../store/imports/import-list';
import type { ImportSort } from '../../store/imports/plan-walk';
import { spellingsOf } from '../erasures/usernames';
import { statusKey } from '../recognise-status';
import type { ImportsDeps } from '../imports-deps';
import { searchWords } from '../search-terms';
import { stuckSince, type StuckThresholds } from '../stuck-rule';
import { toImportRow } from './to-import-row';

/** `username`: all stored imports of this customer. */
type ListQuery = ImportListQuery & { username?: string | undefined };
type ListDeps = Pick<ImportsDeps, 'database' | 'clock' | 'stuck'>;

export async function listImports(deps: ListDeps, environment: Environment, query: ListQuery): Promise<ImportList> {
  const thresholds = await deps.stuck.read(environment);
  const now = deps.clock.now();
  const filter = toFilter(environment, query, thresholds, now);
  if (filter === undefined) return { imports: [], nextCursor: null, total: 0, totalIsMinimum: false };
  const { sort, direction, limit } = query;
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, sort, direction);
  const found = await listImportPage(deps.database, filter, { sort, direction, after, limit: limit + 1 });
  const page = found.rows.slice(0, limit);
  const last = page.at(-1);
  return {
    imports: page.map(({ row }) => toImportRow(row, thresholds, now)),
    nextCursor: found.rows.length > limit && last ? encodeCursor(sort, direction, last.cursor) : null,
    total: found.total?.count ?? null,
    totalIsMinimum: found.total?.atLeast ?? false,
  };
}

/** Ordered by creation or customer: other orders change with every poll, so that a page would miss or repeat rows. */
export async function* iterateImports(
  deps: ListDeps,
  environment: Environment,
  query: Omit<ImportListQuery, 'cursor' | 'limit'>,
): AsyncGenerator<ImportRow> {
  const sort = query.sort === 'username' ? 'username' : 'created';
  let cursor: string | undefined;
  do {
    const page = await listImports(deps, environment, { ...query, sort, limit: 500, ...(cursor ? { cursor } : {}) });
    yield* page.imports;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}

/** Undefined when nothing can match, for example when the search text is only punctuation. */
function toFilter(
  environment: Environment,
  query: Omit<ListQuery, 'cursor' | 'limit' | 'sort' | 'direction'>,
  thresholds: StuckThresholds,
  now: Date,
): ImportFilter | undefined {
  const words = searchWords([query.q]);
  if (query.q.trim() !== '' && words.length === 0) return undefined;
  return {
    environment,
    statusKeys: query.status.map(statusKey),
    tools: query.tool,
    families: query.family,
    decisions: query.decision,
    creators: query.createdBy,
    tags: normaliseTags(query.tag),
    warnings: query.warnings,
    gone: query.gone,
    stuckSince: query.stuck ? stuckSince(thresholds, now) : undefined,
    created: query.created === undefined ? undefined : toDateRange(query.created),
    completed: query.completed === undefined ? undefined : toDateRange(query.completed),
    reached: query.reached,
    searchTerms: words,
    spellings: query.username === undefined ? undefined : spellingsOf(query.username),
  };
}

/** Whole UTC days. */
function toDateRange(range: string): { from: Date; before: Date | undefined } {
  const [first = '', last = ''] = range.split('..');
  const dayMs = 86_400_000;
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
  return { from: new Date(at(first)), before: last === '' ? undefined : new Date(at(last) + dayMs) };
}

const cursorSchema = z.object({
  s: z.enum(importSorts),
  d: z.enum(['asc', 'desc']),
  k: text(100),
  k2: text(2000),
  id: text(2000),
});

function encodeCursor(sort: ImportSort, direction: 'asc' | 'desc', cursor: ImportCursor): string {
  const encoded = { s: sort, d: direction, k: String(cursor.key), k2: cursor.tieBreaker, id: cursor.id };
  return Buffer.from(JSON.stringify(encoded)).toString('base64url');
}

/** Rejects cursors of another sort order and modified ones. */
function decodeCursor(cursor: string, sort: ImportSort, direction: 'asc' | 'desc'): ImportCursor {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success || parsed.data.s !== sort || parsed.data.d !== direction || !isKeyOf(sort, parsed.data.k)) {
    const message = 'This page does not belong to this list. Start at the first page.';
    throw new LandfallError('invalid', { userMessage: message, errors: [{ field: 'cursor', message }] });
  }
  return { key: parsed.data.k, tieBreaker: cleanText(parsed.data.k2), id: cleanText(parsed.data.id) };
}

function isKeyOf(sort: ImportSort, key: string): boolean {
  if (sort === 'warnings') return /^\d{1,9}$/.test(key);
  if (sort === 'username') return key === 'true' || key === 'false';
  const time = /^(?!0000)(\d{4}-\d\d-\d\d)[ T]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-](0\d|1[0-5])(:?[0-5]\d)?)$/.exec(key);
  // PostgreSQL rejects the 31st of February, which `Date` reads as the 3rd of March.
  return !Number.isNaN(Date.parse(key)) && z.iso.date().safeParse(time?.[1]).success;
}

function cleanText(value: string): string {
  return value.toWellFormed().replaceAll('\u0000', '');
}
