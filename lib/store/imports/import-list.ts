import { and, eq, getTableColumns, sql, Subquery, type SQL } from 'drizzle-orm';
import { countCap } from '../../contract/imports';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { imports } from '../schema/imports';
import { countMatching } from './import-counts';
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
const maxWalked = 5_000;
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
export async function listImportPage(db: Db, filter: ImportFilter, given: PageRequest): Promise<ImportPage> {
  // With a status, both are the same, and there is an index.
  const page: Page = {
    ...given,
    sort: given.sort === 'since' && filter.statusKeys.length > 0 ? 'statusSince' : given.sort,
  };
  const { ranges, remaining } = planWalk(filter, page.sort);
  const known = countMatching(filter);
  const walked = await walk(db, filter, page, { ranges, remaining, known });
  const [first] = walked;
  const rows = walked.map(toRow);
  const isFull = rows.length === page.limit;
  if (known) {
    const count = Math.max(first?.known ?? 0, rows.length);
    const total = {
      count: Math.min(count, filter.stuckSince ? countCap : count),
      atLeast: count > countCap && !!filter.stuckSince,
    };
    // Further pages have no total to compare with.
    const isComplete =
      !remaining || isFull || (page.after === undefined && first !== undefined && count === rows.length);
    if (isComplete) return { rows, total: page.after ? null : total };
    const sorted = await sortMatches(db, filter, page);
    return {
      rows: sorted.map(toRow),
      total: page.after ? null : { ...total, count: Math.max(total.count, sorted.length) },
    };
  }
  const sawAll = first !== undefined && page.after === undefined && first.inRanges < maxWalked;
  if (isFull || sawAll) return { rows, total: page.after ? null : { count: first?.matches ?? 0, atLeast: !sawAll } };
  const sorted = await sortMatches(db, filter, page);
  return { rows: sorted.map(toRow), total: page.after ? null : { count: sorted[0]?.matches ?? 0, atLeast: false } };
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
    const ranges = values.flatMap((value) =>
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
  { ranges, remaining, known }: Walk & { known: SQL<number> | undefined },
) {
  const { columns, order, keyset } = orderOf(page);
  const limit = remaining ? Math.max(maxWalked, page.limit) : page.limit;
  const inRange = (range: SQL) => and(eq(imports.environment, filter.environment), range, keyset);
  const walked = ranges.map(
    (range) =>
      sql`(select ${imports}.*, ${columns} from ${imports} where ${inRange(range)} order by ${order} limit ${limit})`,
  );
  // What the counts do not have is counted among the rows that were read.
  const countsMatches = !known && page.after === undefined;
  const inRanges = sql`(select count(*) from (select 1 from ${imports} where ${inRange(ranges[0] ?? sql`true`)} limit ${maxWalked}) as in_range)`;
  return db
    .select({
      row: imports,
      ...cursorColumns,
      known: page.after ? sql<number>`0` : (known ?? sql<number>`0`),
      matches: sql<number>`${countsMatches ? sql`count(*) over ()` : sql`0`}`.mapWith(Number),
      inRanges: sql<number>`${countsMatches ? inRanges : sql`0`}`.mapWith(Number),
    })
    .from(new Subquery(sql.join(walked, sql` union all `), getTableColumns(imports), 'imports'))
    .where(remaining)
    .orderBy(sql.raw(orderColumns(page)))
    .limit(page.limit);
}

/** Reads every match before sorting: the planner must not walk the index of the sort order again. */
async function sortMatches(db: Db, filter: ImportFilter, page: Page) {
  const { columns, keyset } = orderOf(page);
  const order = sql.raw(orderColumns(page, 'found.'));
  return db
    .select({ row: imports, ...cursorColumns, known: sql<number>`0`, matches: sql<number>`matches`.mapWith(Number) })
    .from(
      sql`(with found as materialized (select ${imports.id}, ${columns} from ${imports} where ${and(allOf(filter), keyset)})
        select found.id as found_id, cursor_key, cursor_tie_breaker, (select count(*) from found) as matches
        from found order by ${order} limit ${page.limit}) as found`,
    )
    .innerJoin(imports, sql`${imports.environment} = ${filter.environment} and ${imports.id} = found.found_id`)
    .orderBy(sql.raw(orderColumns(page)));
}

const cursorColumns = {
  key: sql<string>`cursor_key::text`.as('cursor_text'),
  tieBreaker: sql<string>`cursor_tie_breaker`.as('tie_breaker'),
};

function orderOf({ sort, direction, after }: Page): { columns: SQL; order: SQL; keyset: SQL | undefined } {
  const { key, tieBreaker, cast } = sortKeys[sort];
  const all = [key, ...(tieBreaker ? [tieBreaker] : []), sql`${imports.id}`];
  const last = after && [
    sql`${String(after.key)}::${cast}`,
    ...(tieBreaker ? [sql`${after.tieBreaker}::text`] : []),
    sql`${after.id}::text`,
  ];
  const comparison = direction === 'asc' ? sql`>` : sql`<`;
  const suffix = direction === 'asc' ? sql` asc` : sql` desc`;
  return {
    columns: sql`(${key}) as cursor_key, ${tieBreaker ?? sql`''`} as cursor_tie_breaker`,
    order: sql.join(
      all.map((column) => sql`${column}${suffix}`),
      sql`, `,
    ),
    keyset: last && sql`(${sql.join(all, sql`, `)}) ${comparison} (${sql.join(last, sql`, `)})`,
  };
}

function orderColumns({ sort, direction }: Page, prefix = ''): string {
  const names = [
    `${prefix}cursor_key`,
    ...(sortKeys[sort].tieBreaker ? [`${prefix}cursor_tie_breaker`] : []),
    `${prefix || 'imports.'}id`,
  ];
  return names.map((name) => `${name} ${direction}`).join(', ');
}

function toRow({ row, key, tieBreaker }: { row: ImportRecord; key: string; tieBreaker: string }) {
  return { row, cursor: { key, tieBreaker, id: row.id } };
}

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
