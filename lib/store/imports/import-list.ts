import { and, eq, getTableColumns, sql, Subquery, type SQL } from 'drizzle-orm';
import { countCap } from '../../contract/imports';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { imports } from '../schema/imports';
import { countMatching, type MatchCount } from './import-counts';
import { allOf, chosenFacets, facetColumns, matchesSearch, toConditions, type ImportFilter } from './import-filter';
import type { ImportRecord } from './imports';

export type ImportSort = 'seen' | 'since' | 'created' | 'warnings' | 'username';

/** Sort value and id of the last row of a page; unique together. */
export interface ImportCursor {
  key: string | number | boolean;
  tieBreaker: string;
  id: string;
}

export interface PageRequest {
  sort: ImportSort;
  direction: 'asc' | 'desc';
  after: ImportCursor | undefined;
  limit: number;
}

export interface ImportPage {
  rows: { row: ImportRecord; cursor: ImportCursor }[];
  /** Of the first page only. `atLeast`: counting stopped there. */
  total: { count: number; atLeast: boolean } | null;
}

/** Rows that are read in order and then filtered, before all matches are read and sorted instead. */
const defaultMaxWalked = 5_000;
/** Index ranges that are merged. */
const maxRanges = 8;

type Sort = ImportSort | 'statusSince';
type Page = Omit<PageRequest, 'sort'> & { sort: Sort };

const timestampCast = sql`timestamptz`;
const sortKeys: Record<Sort, { key: SQL; tieBreaker?: SQL; cast: SQL }> = {
  seen: { key: sql`${imports.seenAt}`, cast: timestampCast },
  since: { key: sql`coalesce(${imports.sinceTo}, ${imports.firstSeenAt})`, cast: timestampCast },
  statusSince: { key: sql`${imports.sinceTo}`, cast: timestampCast },
  created: { key: sql`coalesce(${imports.createdAt}, ${imports.firstSeenAt})`, cast: timestampCast },
  warnings: { key: sql`${imports.warnings}`, cast: sql`integer` },
  // Imports without a known customer sort last.
  username: {
    key: sql`(${imports.username} is null)`,
    tieBreaker: sql`left(lower(coalesce(${imports.username}, '')), 200)`,
    cast: sql`boolean`,
  },
};

/**
 * Keyset pagination, so that the cost does not grow with the page number. An index gives the rows in order; conditions
 * that it does not cover are checked row by row, for a limited number of rows. If these do not fill the page, the matches
 * are few or far away, and all of them are read and sorted.
 */
export async function listImportPage(
  db: Db,
  filter: ImportFilter,
  { after, ...given }: PageRequest,
  maxWalked = defaultMaxWalked,
): Promise<ImportPage> {
  // With a status, both are the same, and there is an index.
  const sort = given.sort === 'since' && filter.statusKeys.length > 0 ? 'statusSince' : given.sort;
  const page: Page = { ...given, after, sort };
  const plan = planWalk(filter, sort);
  const known = after ? undefined : countMatching(filter);
  const walked = await walk(db, filter, page, { ...plan, known, maxWalked });
  const [first] = walked;
  const sawAll = first !== undefined && first.inRange < maxWalked;
  const isComplete = !plan.remaining || walked.length === page.limit || sawAll;
  const rows = isComplete ? walked : await sortMatches(db, filter, page);
  return {
    rows: rows.map(({ row, key, tieBreaker }) => ({ row, cursor: { key, tieBreaker, id: row.id } })),
    total: after ? null : toTotal(),
  };

  function toTotal(): NonNullable<ImportPage['total']> {
    if (!isComplete) return { count: rows[0]?.matches ?? 0, atLeast: false };
    if (known) {
      const count = Math.max(first?.known ?? 0, rows.length);
      const isCapped = known.isCapped && count > countCap;
      return { count: isCapped ? countCap : count, atLeast: isCapped };
    }
    return { count: (plan.remaining ? first?.matches : first?.inRange) ?? 0, atLeast: walked.length > 0 && !sawAll };
  }
}

interface Walk {
  /** Each is read in order from an index. */
  ranges: SQL[];
  /** What the index does not cover. */
  remaining: SQL | undefined;
}

function planWalk(filter: ImportFilter, sort: Sort): Walk {
  const { gone, facets, created, rest } = toConditions(filter);
  const indexed = indexedFacets[sort];
  const chosen = chosenFacets(filter).flatMap(([facet, values]) =>
    indexed.includes(facet) && facet !== 'warnings' ? [{ facet, column: facetColumns[facet], values }] : [],
  );
  const isOnlyCondition = chosenFacets(filter).length === 1 && !created && rest.length === 0;
  for (const { facet, column, values } of chosen) {
    const ranges = [...new Set(values)].flatMap((value) =>
      goneValues(filter).map((isGone) => sql`${column} = ${value} and ${imports.gone} = ${isGone}`),
    );
    if (ranges.length > (isOnlyCondition ? maxRanges : 1)) continue;
    const { [facet]: _covered, ...others } = facets;
    return { ranges, remaining: and(...Object.values(others), created, ...rest) };
  }
  const { warnings, ...others } = facets;
  switch (sort) {
    case 'seen':
      return { ranges: [gone ?? sql`true`], remaining: and(...Object.values(facets), created, ...rest) };
    case 'created':
      return { ranges: [created ?? sql`true`], remaining: and(gone, ...Object.values(facets), ...rest) };
    case 'warnings':
      return { ranges: [warnings ?? sql`true`], remaining: and(gone, ...Object.values(others), created, ...rest) };
    default:
      return { ranges: [sql`true`], remaining: and(gone, ...Object.values(facets), created, ...rest) };
  }
}

/** Facets with an index in this order, together with `gone`. */
const indexedFacets: Record<Sort, readonly string[]> = {
  seen: ['decision', 'creator', 'tool', 'status', 'family'],
  since: [],
  statusSince: ['status'],
  created: [],
  warnings: [],
  username: [],
};

const goneValues = ({ gone }: ImportFilter) => (gone === 'show' ? [false, true] : [gone === 'only']);

async function walk(
  db: Db,
  filter: ImportFilter,
  page: Page,
  { ranges, remaining, known, maxWalked }: Walk & { known: MatchCount | undefined; maxWalked: number },
) {
  const { keys, columns, names, keysetOf } = orderOf(page);
  const limit = remaining ? Math.max(maxWalked, page.limit) : page.limit;
  const isIn = (range: SQL) => and(eq(imports.environment, filter.environment), range, keysetOf(keys));
  const walked = ranges.map(
    (range) =>
      sql`(select ${imports}.*, ${columns} from ${imports} where ${isIn(range)} order by ${inDirection(keys, page)} limit ${limit})`,
  );
  // What the counts do not have is counted among the rows that were read.
  const countsMatches = !known && page.after === undefined;
  const inRange = sql`(select count(*) from (select 1 from ${imports} where ${isIn(ranges[0] ?? sql`true`)} limit ${maxWalked}) as in_range)`;
  const none = sql`0`;
  return db
    .select({
      row: imports,
      ...cursorColumns,
      known: known?.count ?? sql<number>`0`,
      matches: sql<number>`${countsMatches ? sql`count(*) over ()` : none}`.mapWith(Number),
      inRange: sql<number>`${remaining || countsMatches ? inRange : none}`.mapWith(Number),
    })
    .from(new Subquery(sql.join(walked, sql` union all `), getTableColumns(imports), 'imports'))
    .where(remaining)
    .orderBy(inDirection(names, page))
    .limit(page.limit);
}

/** Reads every match before it sorts and compares: the planner must not walk the index of the sort order again. */
async function sortMatches(db: Db, filter: ImportFilter, page: Page) {
  const { columns, names, keysetOf } = orderOf(page);
  return db
    .select({ row: imports, ...cursorColumns, matches: sql<number>`matches`.mapWith(Number) })
    .from(
      sql`(with found as materialized (select ${imports.id}, ${columns} from ${imports} where ${allOf(filter)})
        select found.id as found_id, cursor_key, cursor_tie_breaker, (select count(*) from found) as matches
        from found where ${keysetOf(names) ?? sql`true`} order by ${inDirection(names, page)} limit ${page.limit}) as found`,
    )
    .innerJoin(imports, sql`${imports.environment} = ${filter.environment} and ${imports.id} = found.found_id`)
    .orderBy(inDirection([...names.slice(0, -1), sql`found_id`], page));
}

const cursorColumns = {
  key: sql<string>`cursor_key::text`.as('cursor_text'),
  tieBreaker: sql<string>`cursor_tie_breaker`.as('tie_breaker'),
};

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
    /** The same of a subquery with these columns. */
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
