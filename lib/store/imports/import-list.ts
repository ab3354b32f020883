import { and, eq, getTableColumns, type Placeholder, sql, Subquery, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Database, Db } from '../database/database';
import { imports } from '../schema/imports';
import { keepStatements } from '../database/prepare-once';
import { countMatching, type MatchCount } from './import-counts';
import { chosenFacets, matchesSearch, type ImportFilter } from './import-filter';
import { shownImportColumns, type ShownImport } from './imports';
import { planWalk, type ImportSort, type IndexedSort, type Walk, type WalkLimits } from './plan-walk';

/** Sort value and id of the last row of a page; unique together. */
export interface ImportCursor {
  key: string | number | boolean;
  tieBreaker: string;
  id: string;
}

export type ListDatabase = Pick<Database, 'db' | 'transaction'>;

export interface PageRequest {
  sort: ImportSort;
  direction: 'asc' | 'desc';
  after: ImportCursor | undefined;
  limit: number;
}

export interface ImportPage {
  rows: { row: ShownImport; cursor: ImportCursor }[];
  /** Only on the first page. `atLeast`: counting stopped there. */
  total: { count: number; atLeast: boolean } | null;
}

const defaultLimits: WalkLimits = { maxWalked: 5_000, maySortAtOnce: true };
/** Rows among which matches are counted, if the counts do not have them. */
const maxCounted = 2_000;

type Page = Omit<PageRequest, 'sort'> & { sort: IndexedSort };

const timestampCast = sql`timestamptz`;
const lowerUsername = sql`left(lower(coalesce(${imports.username}, '')), 200)`;
const sortKeys: Record<IndexedSort, { key: SQL; tieBreaker?: SQL; cast: SQL }> = {
  seen: { key: sql`${imports.seenAt}`, cast: timestampCast },
  since: { key: sql`coalesce(${imports.sinceTo}, ${imports.firstSeenAt})`, cast: timestampCast },
  statusSince: { key: sql`${imports.sinceTo}`, cast: timestampCast },
  created: { key: sql`coalesce(${imports.createdAt}, ${imports.firstSeenAt})`, cast: timestampCast },
  warnings: { key: sql`${imports.warnings}`, cast: sql`integer` },
  // Imports without a known customer sort last.
  username: { key: sql`(${imports.username} is null)`, tieBreaker: lowerUsername, cast: sql`boolean` },
  statusUsername: {
    key: sql`((${imports.username} is null)::int)`,
    tieBreaker: lowerUsername,
    cast: sql`boolean::int`,
  },
};

/**
 * Keyset pagination, so that the cost does not grow with the page number. An index gives the rows in order; conditions
 * that it does not cover are checked row by row, for a limited number of rows. If these do not fill the page, the matches
 * are few or far away, and all of them are read and sorted.
 */
export async function listImportPage(
  database: ListDatabase,
  filter: ImportFilter,
  given: PageRequest,
  limits = defaultLimits,
): Promise<ImportPage> {
  const { db } = database;
  const isFirst = given.after === undefined;
  const plan = await planWalk(db, filter, given, limits);
  if (plan.ranges.length === 0) return { rows: [], total: isFirst ? { count: 0, atLeast: false } : null };
  const page: Page = { ...given, sort: plan.sort };
  const known = isFirst ? countMatching(filter) : undefined;
  const counted = Math.min(maxCounted, limits.maxWalked);
  const keepsPlan = !plan.remaining && !filter.stuckSince && !filter.created && chosenFacets(filter).length === 0;
  const walked =
    plan.maxWalked === 0 ? [] : await walkInOrder(database, filter, page, { ...plan, known, counted, keepsPlan });
  const [first] = walked;
  const [inRanges, matches] = first?.counts ?? [];
  const sawAll = inRanges !== undefined && inRanges < counted;
  const isComplete = plan.maxWalked > 0 && (!plan.remaining || walked.length === page.limit || sawAll);
  const sorted = isComplete ? [] : await sortMatches(db, filter.environment, plan.matching, page);
  const rows = isComplete ? walked : sorted;
  return {
    rows: rows.map(({ row, key, tieBreaker }) => ({ row, cursor: { key, tieBreaker, id: row.id } })),
    total: isFirst ? toTotal() : null,
  };

  function toTotal(): NonNullable<ImportPage['total']> {
    if (!isComplete) return { count: sorted[0]?.matches ?? 0, atLeast: false };
    if (known) {
      const count = Math.max(first?.known ?? 0, rows.length);
      const { cap = Infinity } = known;
      return { count: Math.min(count, cap), atLeast: count > cap };
    }
    return { count: Math.max(matches ?? 0, rows.length), atLeast: rows.length > 0 && !sawAll };
  }
}

type WalkPlan = Walk & {
  known: MatchCount | undefined;
  counted: number;
  /** Nothing is filtered, so the plan is the same for all values. */
  keepsPlan: boolean;
};

/** Part of the text of a statement that keeps its plan, which would take an unknown limit for a tenth of all rows. */
const toKeptLimit = (limit: number) => 20 * Math.ceil(limit / 20);

/**
 * A walk over many rows costs about as much as reading and sorting all of them, by estimates that come from a random
 * sample. So that the plan does not depend on them, it may not sort.
 */
async function walkInOrder(database: ListDatabase, filter: ImportFilter, page: Page, plan: WalkPlan) {
  const { environment, gone } = filter;
  if (plan.keepsPlan && !page.after) {
    const { sort, direction, limit } = page;
    const shape = [environment, gone, sort, direction, toKeptLimit(limit)];
    const build = () => walk(database.db, page, plan, sql.placeholder('limit')).prepare('');
    return unfilteredWalk(database.db, shape, build).execute({ limit });
  }
  if (!plan.remaining) return walk(database.db, page, plan);
  return database.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_sort', 'off', true)`);
    return walk(tx, page, plan);
  });
}

/** The first page of a list without filters, which is what people open. */
const unfilteredWalk = keepStatements<ReturnType<ReturnType<typeof walk>['prepare']>>();

function walk(db: Db, page: Page, plan: WalkPlan, returned: number | Placeholder = page.limit) {
  const { ranges, remaining, known, maxWalked, counted, keepsPlan } = plan;
  const { keys, columns, names, keysetOf } = orderOf(page);
  /** All ranges are read as far as their common order goes, or a row that was not read could be before a row that was. */
  const inOrder = (rows: number) => {
    const limit = keepsPlan ? sql.raw(String(toKeptLimit(rows))) : sql`${rows}`;
    const each = ranges.map(
      (range) => sql`(select ${imports}.*, ${columns} from ${imports} where ${and(range, keysetOf(keys))}
        order by ${inDirection(keys, page)} limit ${limit})`,
    );
    if (each.length === 1) return sql.join(each);
    return sql`select * from (${sql.join(each, sql` union all `)}) as imports order by ${inDirection(names, page)} limit ${limit}`;
  };
  const limit = remaining ? Math.max(maxWalked, page.limit) : page.limit;
  // What the counts do not have is counted among the first rows.
  const countsMatches = !known && page.after === undefined;
  const counts = countsMatches
    ? sql`(select json_build_array(count(*), count(*) filter (where ${remaining ?? sql`true`}))
        from (${inOrder(counted)}) as imports)`
    : sql`null::json`;
  return db
    .select({
      row: shownImportColumns,
      ...cursorColumns(page),
      known: known?.count ?? sql<number>`0`,
      counts: sql<[inRanges: number, matches: number] | null>`${counts}`,
    })
    .from(new Subquery(inOrder(limit), getTableColumns(imports), 'imports'))
    .where(keepsPlan ? sql`/* keep the plan */ true` : remaining)
    .orderBy(inDirection(names, page))
    .limit(returned);
}

/** Reads every match before it sorts and compares: the planner must not walk the index of the sort order again. */
async function sortMatches(db: Db, environment: Environment, matching: SQL | undefined, page: Page) {
  const { columns, names, keysetOf } = orderOf(page);
  return db
    .select({ row: shownImportColumns, ...cursorColumns(page), matches: sql<number>`matches`.mapWith(Number) })
    .from(
      sql`(with found as materialized (select ${imports.id}, ${columns} from ${imports} where ${matching})
        select found.id as found_id, cursor_key, cursor_tie_breaker, (select count(*) from found) as matches
        from found where ${keysetOf(names) ?? sql`true`} order by ${inDirection(names, page)} limit ${page.limit}) as found`,
    )
    .innerJoin(imports, sql`${imports.environment} = ${environment} and ${imports.id} = found.found_id`)
    .orderBy(inDirection([...names.slice(0, -1), sql`found_id`], page));
}

const cursorColumns = ({ sort }: Page) => ({
  key: (sort === 'statusUsername' ? sql<string>`cursor_key::boolean::text` : sql<string>`cursor_key::text`).as(
    'cursor_text',
  ),
  tieBreaker: sql<string>`cursor_tie_breaker`.as('tie_breaker'),
});

function orderOf(page: Page) {
  const { sort, direction, after } = page;
  const { key, tieBreaker, cast } = sortKeys[sort];
  const keys = [key, ...(tieBreaker ? [tieBreaker] : []), sql`${imports.id}`];
  const last = after && [
    sql`${String(after.key)}::${cast}`,
    ...(tieBreaker ? [sql`${after.tieBreaker}::text`] : []),
    sql`${after.id}::text`,
  ];
  const comparison = direction === 'asc' ? sql`>` : sql`<`;
  /** Whether `compared` comes after the cursor. */
  const keysetOf = (compared: readonly SQL[]) =>
    last && sql`(${sql.join([...compared], sql`, `)}) ${comparison} (${sql.join(last, sql`, `)})`;
  return {
    keys,
    columns: sql`(${key}) as cursor_key, ${tieBreaker ?? sql`''`} as cursor_tie_breaker`,
    /** Like `keys`, for a subquery with these columns. */
    names: [sql`cursor_key`, ...(tieBreaker ? [sql`cursor_tie_breaker`] : []), sql`id`],
    keysetOf,
  };
}

const inDirection = (keys: readonly SQL[], { direction }: Page) =>
  sql.join(
    keys.map((key) => sql`${key} ${sql.raw(direction)}`),
    sql`, `,
  );

/** Used to suggest similar spellings. */
export async function listUsernamesBySearchTerms(
  db: Db,
  environment: Environment,
  terms: readonly string[],
  options: { whole: boolean; limit: number },
): Promise<string[]> {
  if (terms.length === 0) return [];
  const rows = await db
    .select({ username: imports.username })
    .from(imports)
    .where(and(eq(imports.environment, environment), matchesSearch(terms, options.whole)))
    .limit(options.limit);
  return [...new Set(rows.flatMap((row) => (row.username === null ? [] : [row.username])))];
}
