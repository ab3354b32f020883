import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database/database';
import { imports, type ImportFacet } from '../schema/imports';
import { allOf, chosenFacets, facetColumns, isStuckIn, toConditions, type ImportFilter } from './import-filter';
import { countTagged, hasTags, isTagged } from './tags';

export type ImportSort = 'seen' | 'since' | 'created' | 'warnings' | 'username';

/** Within a status, these are written differently, so that the planner takes the index of the status. */
export type IndexedSort = ImportSort | 'statusSince' | 'statusUsername';

export interface Walk {
  sort: IndexedSort;
  /** Each is read in order from an index. None: nothing can match. */
  ranges: SQL[];
  /** What the index does not cover. */
  remaining: SQL | undefined;
  /** Rows to read before all matches are read and sorted instead. Zero: sort at once. */
  maxWalked: number;
  /** All matches, to be read and sorted. */
  matching: SQL | undefined;
}

export interface WalkLimits {
  maxWalked: number;
  maySortAtOnce: boolean;
}

/** Index ranges that are merged. */
const maxRanges = 8;
/** Reading more in order takes longer than it saves. */
const mostWalked = 50_000;
/** So few rows are read and sorted at once. */
const fewRows = 1_000;
/** A tag of more imports is common: the rows are read in order until enough of them have it. */
export const commonTag = 2_000;

type ColumnFacet = Exclude<ImportFacet, 'warnings'>;

/** Chooses the index ranges that have the rows in order and leave the least to check. */
export async function planWalk(
  db: Db,
  filter: ImportFilter,
  given: { sort: ImportSort; limit: number },
  { maxWalked, maySortAtOnce }: WalkLimits,
): Promise<Walk> {
  const narrowed = withStuckStatuses(filter);
  if (narrowed === undefined)
    return { sort: given.sort, ranges: [], remaining: undefined, maxWalked: 0, matching: undefined };
  const sort = narrowed.statusKeys.length > 0 ? withStatus[given.sort] : given.sort;
  const facets = chosenFacets(narrowed).flatMap(([facet]) => (facet === 'warnings' ? [] : [facet]));
  const simplest = rangesOf(narrowed, sort, facets[0]);
  // A customer has few imports, and an index finds them.
  if (filter.spellings) return { sort, ...simplest, maxWalked: 0, matching: and(allOf(filter), hasTags(filter.tags)) };
  const isCounted =
    chosenFacets(narrowed).length > 0 ||
    narrowed.tags.length > 0 ||
    narrowed.gone === 'only' ||
    narrowed.created ||
    narrowed.completed;
  if (!simplest.remaining || !isCounted) return { sort, ...simplest, maxWalked, matching: allOf(filter) };
  const counts = await readCounts(db, narrowed);
  const matching = and(allOf(filter), tagsFrom(narrowed, counts.rarestTag, counts.smallest));
  const [rarest] = facets
    .filter((facet) => indexedFacets[sort].includes(facet))
    .sort((a, b) => counts.of(a) - counts.of(b));
  const chosen = rangesOf(narrowed, sort, rarest);
  const left = counts.shares.filter(({ name }) => !chosen.covered.includes(name));
  const needed = left.reduce((rows, { share }) => rows / share, given.limit);
  if (maySortAtOnce && counts.smallest <= Math.max(fewRows, needed)) return { sort, ...chosen, maxWalked: 0, matching };
  const walked = Math.min(mostWalked, Math.max(maxWalked, Math.ceil(2 * needed)));
  return { sort, ...chosen, maxWalked: walked, matching };
}

/** Starts from a tag if it is rare, or if nothing else narrows the list much. */
function tagsFrom({ environment, tags, searchTerms }: ImportFilter, rarest: string | undefined, smallest: number) {
  const isNarrowed = searchTerms.length > 0 || smallest <= 10 * commonTag;
  const first = rarest ?? (isNarrowed ? undefined : tags[0]);
  if (first === undefined) return hasTags(tags);
  return and(isTagged(environment, first), hasTags(tags.filter((tag) => tag !== first)));
}

/** Stuck imports have one of these statuses and are not gone. Undefined if nothing can match. */
function withStuckStatuses(filter: ImportFilter): ImportFilter | undefined {
  const { stuckSince, statusKeys } = filter;
  if (stuckSince === undefined) return filter;
  const keys = [...stuckSince.keys()].filter((key) => statusKeys.length === 0 || statusKeys.includes(key));
  return keys.length === 0 || filter.gone === 'only' ? undefined : { ...filter, statusKeys: keys, gone: 'hide' };
}

const withStatus: Record<ImportSort, IndexedSort> = {
  seen: 'seen',
  since: 'statusSince',
  created: 'created',
  warnings: 'warnings',
  username: 'statusUsername',
};

/** Facets with an index in this order, together with `gone`. */
const indexedFacets: Record<IndexedSort, readonly ColumnFacet[]> = {
  seen: ['decision', 'creator', 'tool', 'status', 'family'],
  since: [],
  statusSince: ['status'],
  created: ['status'],
  warnings: ['status'],
  username: [],
  statusUsername: ['status'],
};

/** The ranges of a facet, or those of a tool and a status, and what they cover. */
function rangesOf(filter: ImportFilter, sort: IndexedSort, facet: ColumnFacet | undefined) {
  const { gone, facets, created, stuck, rest } = toConditions(filter);
  const values = new Map(chosenFacets(filter).map(([name, chosen]) => [name, [...new Set(chosen)]]));
  const isGone = filter.gone === 'show' ? [false, true] : [filter.gone === 'only'];
  const fits = (columns: readonly ColumnFacet[]) =>
    columns.length > 0 &&
    columns.every((column) => values.has(column)) &&
    columns.reduce((count, column) => count * (values.get(column)?.length ?? 0), isGone.length) <= maxRanges;
  const single = facet !== undefined && indexedFacets[sort].includes(facet) ? [facet] : [];
  const columns = [sort === 'seen' ? (['tool', 'status'] as const) : [], single].find(fits) ?? [];
  const hasGone = columns.length > 0 || sort === 'seen';
  // The bounds of what the list is sorted by belong to the range.
  const bounds = and(sort === 'created' ? created : undefined, sort === 'warnings' ? facets.warnings : undefined);
  const hasStuck = stuck !== undefined && sort === 'statusSince' && columns.length > 0;
  let ranges: SQL[] = [and(eq(imports.environment, filter.environment), bounds) ?? sql`true`];
  const split = <Value>(parts: readonly Value[], condition: (part: Value) => SQL | undefined) => {
    ranges = parts.flatMap((part) => ranges.map((range) => and(range, condition(part)) ?? range));
  };
  if (hasGone) split(isGone, (is) => eq(imports.gone, is));
  for (const column of columns)
    split(values.get(column) ?? [], (value) =>
      and(eq(facetColumns[column], value), hasStuck ? isStuckIn(filter, value) : undefined),
    );
  const covered: string[] = [
    ...columns,
    ...(hasGone ? ['gone'] : []),
    ...(sort === 'created' ? ['created'] : []),
    ...(sort === 'warnings' ? ['warnings'] : []),
  ];
  return {
    ranges,
    covered,
    remaining: and(
      hasGone ? undefined : gone,
      ...Object.entries(facets).flatMap(([name, condition]) => (covered.includes(name) ? [] : [condition])),
      sort === 'created' ? undefined : created,
      hasStuck ? undefined : stuck,
      ...rest,
      hasTags(filter.tags),
    ),
  };
}

/** How many imports have each chosen value, from the counts. */
async function readCounts(db: Db, filter: ImportFilter) {
  const { environment, gone, created, completed, tags } = filter;
  const facets = chosenFacets(filter).map(
    ([facet, values]) => sql`select ${facet}::text as name,
      sum(count) filter (where facet = ${facet} and value in ${[...values]}) as count from counted`,
  );
  const days = [
    ...(created ? [{ name: 'created', facet: 'steps', ...created }] : []),
    ...(completed ? [{ name: 'completed', facet: 'completed', ...completed }] : []),
  ].map(
    ({ name, facet, from, before }) => sql`select ${name}::text, sum(count) from import_days
      where environment = ${environment} and facet = ${facet}
        and day >= ${toDay(from)}::date and day <= ${before ? toDay(before) : 'infinity'}::date`,
  );
  // A common tag has no row here, like everything else that is not counted.
  const ofTags = tags.map(
    (tag, nr) => sql`select * from (select ${`tag ${nr}`}::text, ${countTagged({ environment, tag }, commonTag + 1)})
      as tagged(name, count) where count <= ${commonTag}`,
  );
  const rows = await db
    .select({ name: sql<string>`name`, count: sql<number>`coalesce(count, 0)`.mapWith(Number) })
    .from(
      sql`(with counted as materialized (
          select facet, value, sum(count) as count from import_counts
          where environment = ${environment} ${gone === 'show' ? sql`` : sql`and gone = ${gone === 'only'}`} group by facet, value)
        select 'all' as name, sum(count) as count from import_counts where environment = ${environment} and facet = 'warnings'
        ${gone === 'only' ? sql`union all select 'gone', sum(count) from counted where facet = 'warnings'` : sql``}
        ${sql.join([...facets, ...days, ...ofTags].map((each) => sql` union all ${each}`))}) as sizes`,
    );
  const of = (name: string) => rows.find((row) => row.name === name)?.count ?? 0;
  const chosen = rows.filter(({ name }) => name !== 'all');
  return {
    of,
    /** They are taken to be independent. */
    shares: chosen.map(({ name, count }) => ({ name, share: Math.min(1, count / Math.max(1, of('all'))) })),
    smallest: Math.min(...chosen.map(({ count }) => count)),
    /** Undefined if all are common. */
    rarestTag: tags
      .filter((_, nr) => chosen.some(({ name }) => name === `tag ${nr}`))
      .sort((a, b) => of(`tag ${tags.indexOf(a)}`) - of(`tag ${tags.indexOf(b)}`))[0],
  };
}

const toDay = (timestamp: Date) => timestamp.toISOString().slice(0, 10);
