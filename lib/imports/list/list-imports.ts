import type { Environment } from '../../contract/environment';
import type { ImportList, ImportListQuery, ImportRow } from '../../contract/imports';
import { countImports, listImportPage, type ImportFilter } from '../../store/imports/import-list';
import { decodeCursor, encodeCursor } from './list-cursor';
import { statusKey } from '../recognise-status';
import type { ImportsDeps } from '../imports-deps';
import { searchWords } from '../search-terms';
import { stuckSince, type StuckThresholds } from '../stuck-rule';
import { toImportRow } from './to-import-row';

type ListDeps = Pick<ImportsDeps, 'database' | 'clock' | 'stuck'>;

export async function listImports(
  deps: ListDeps,
  environment: Environment,
  query: ImportListQuery,
): Promise<ImportList> {
  const thresholds = await deps.stuck.read(environment);
  const now = deps.clock.now();
  const filter = toFilter(environment, query, thresholds, now);
  if (filter === undefined) return { imports: [], nextCursor: null, total: 0 };
  const { sort, direction, limit } = query;
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, sort, direction);
  const found = await listImportPage(deps.database.db, filter, { sort, direction, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    imports: page.map(({ row }) => toImportRow(row, thresholds, now)),
    nextCursor: found.length > limit && last ? encodeCursor(sort, direction, last.cursor) : null,
    total: after ? null : found.length > limit ? await countImports(deps.database.db, filter) : found.length,
  };
}

/** Reads all matching rows page by page. */
export async function* iterateImports(
  deps: ListDeps,
  environment: Environment,
  query: Omit<ImportListQuery, 'cursor' | 'limit'>,
): AsyncGenerator<ImportRow> {
  let cursor: string | undefined;
  do {
    const page = await listImports(deps, environment, { ...query, limit: 500, ...(cursor ? { cursor } : {}) });
    yield* page.imports;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}

/** Undefined when nothing can match, for example when the search text is only punctuation. */
export function toFilter(
  environment: Environment,
  query: Omit<ImportListQuery, 'cursor' | 'limit' | 'sort' | 'direction'>,
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
    warnings: query.warnings,
    gone: query.gone,
    stuckSince: query.stuck ? stuckSince(thresholds, now) : undefined,
    created: query.created === undefined ? undefined : toDateRange(query.created),
    completed: query.completed === undefined ? undefined : toDateRange(query.completed),
    reached: query.reached,
    searchTerms: words,
  };
}

/** Whole UTC days. An invalid date matches nothing. */
function toDateRange(range: string): { from: Date; before: Date | undefined } {
  const [first = '', last = ''] = range.split('..');
  const dayMs = 86_400_000;
  const at = (day: string) => {
    const ms = Date.parse(`${day}T00:00:00Z`);
    return Number.isNaN(ms) ? 0 : ms;
  };
  return { from: new Date(at(first)), before: last === '' ? undefined : new Date(at(last) + dayMs) };
}
