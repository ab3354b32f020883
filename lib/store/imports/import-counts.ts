import { eq, inArray, and, max, sql, type SQL } from 'drizzle-orm';
import { countCap } from '../../contract/imports';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { importCounts, importDays, imports, type ImportFacet } from '../schema/imports';
import { allOf, chosenFacets, type ImportFilter } from './import-filter';
import { importCreatedAt } from './import-progress';
import { commonTag } from './plan-walk';
import { countTagged, tagsInUse } from './tags';
import { oldestPollS } from '../service-calls/poll-plan';

export interface FacetCount {
  facet: ImportFacet;
  /** Empty if unknown. */
  value: string;
  gone: boolean;
  count: number;
}

export interface ImportSummary {
  facets: FacetCount[];
  /** At most one above `countCap`. */
  stuck: number;
  /** Null if nothing is polled. */
  oldestPollS: number | null;
  /** In use, in the order of the database. */
  tags: string[];
}

/** The service words statuses and tools, so that their number is not bounded. */
const maxValues = 1_000;
const maxTagsInUse = 200;

/** One statement and one row, because every page needs it: reading a row for each count takes longer than counting. */
export async function readImportSummary(
  db: Db,
  environment: Environment,
  stuckSince: ReadonlyMap<string, Date>,
): Promise<ImportSummary> {
  const counted = sql`
    select facet, value, gone, sum(count)::float8 as count, row_number() over (partition by facet order by value) as nr
    from import_counts where environment = ${environment} group by facet, value, gone having sum(count) > 0`;
  const [row] = await db
    .select({
      facets: sql<[ImportFacet, value: string, gone: boolean, count: number][]>`/* keep the plan */ (
        select coalesce(json_agg(json_build_array(facet, value, gone, count) order by value), '[]')
        from (${counted}) counted where nr <= ${maxValues})`,
      stuck: sql<number>`${countStuck(environment, stuckSince)}`,
      oldestPollS: sql<number | null>`${environment === 'live' ? oldestPollS : sql`null::float8`}`,
      tags: sql<string[]>`(
        select coalesce(json_agg(tag), '[]') from ${tagsInUse(environment, maxTagsInUse)} as used)`,
    })
    .from(sql`(select) as one`);
  if (row === undefined) throw new Error('a statement without a condition returned no row');
  const facets = row.facets.map(([facet, value, gone, count]) => ({ facet, value, gone, count }));
  return { ...row, facets };
}

/** Stops one above `countCap`. */
function countStuck(environment: Environment, stuckSince: ReadonlyMap<string, Date>): SQL {
  if (stuckSince.size === 0) return sql`0::float8`;
  const limits = [...stuckSince].map(([key, since]) => sql`(${key}::text, ${since.toISOString()}::timestamptz)`);
  return sql`(select count(*)::float8 from (
    select 1 from (values ${sql.join(limits, sql`, `)}) as stuck(key, since), lateral (
      select 1 from imports where environment = ${environment} and status_key = stuck.key and gone = false
        and since_to < stuck.since limit ${countCap + 1}
    ) as found limit ${countCap + 1}
  ) as capped)`;
}

export interface MatchCount {
  count: SQL<number>;
  /** Counting stops one above it. */
  cap: number | undefined;
}

/** The number of imports that match, where it is cheap to read; undefined for other combinations of filters. */
export function countMatching(filter: ImportFilter): MatchCount | undefined {
  const { environment, stuckSince, gone } = filter;
  const chosen = chosenFacets(filter);
  if (filter.searchTerms.length > 0) return undefined;
  const [tag, ...otherTags] = filter.tags;
  if (tag !== undefined) {
    const isOnly = otherTags.length === 0 && chosen.length === 0 && !stuckSince && !filter.reached;
    if (!isOnly || filter.created || filter.completed) return undefined;
    const ofGone = gone === 'show' ? {} : { gone: gone === 'only' };
    return toCount(countTagged({ environment, tag, ...ofGone }, commonTag + 1), commonTag);
  }
  // The overview links to these, and its numbers should be those of the list.
  if (filter.created || filter.completed) {
    const counted = countDays(filter);
    if (counted) return toCount(counted, undefined);
    // Bounded by the index on the time.
    const inOrder = filter.completed ? sql`${imports.completedAt}` : importCreatedAt;
    const matches = sql`select 1 from ${imports} where ${allOf(filter)} order by ${inOrder} limit ${countCap + 1}`;
    return toCount(sql`(select count(*) from (${matches}) as capped)`, countCap);
  }
  if (stuckSince) {
    if (filter.reached || gone === 'only' || chosen.some(([facet]) => facet !== 'status')) return undefined;
    const limits = [...stuckSince].filter(([key]) => chosen.length === 0 || filter.statusKeys.includes(key));
    return toCount(countStuck(environment, new Map(limits)), countCap);
  }
  if (filter.reached || chosen.length > 1) return undefined;
  const [facet, values] = chosen[0] ?? (['warnings', ['none', 'some', 'many']] as const);
  const counted = and(
    eq(importCounts.environment, environment),
    eq(importCounts.facet, facet),
    inArray(importCounts.value, [...values]),
    gone === 'show' ? undefined : eq(importCounts.gone, gone === 'only'),
  );
  return toCount(
    sql`(select coalesce(sum(${importCounts.count}), 0) from ${importCounts} where ${counted})`,
    undefined,
  );
}

/** Undefined unless the filter is only a range of whole days. */
function countDays(filter: ImportFilter): SQL | undefined {
  const { environment, created, completed } = filter;
  const [facet, range] = created ? (['steps', created] as const) : (['completed', completed] as const);
  const isOnly = !(created && completed) && !filter.reached && !filter.stuckSince && chosenFacets(filter).length === 0;
  const isDay = (timestamp: Date | undefined) => timestamp === undefined || timestamp.getTime() % 86_400_000 === 0;
  if (!range || !isOnly || filter.gone !== 'show' || !isDay(range.from) || !isDay(range.before)) return undefined;
  const toDay = (timestamp: Date) => timestamp.toISOString().slice(0, 10);
  return sql`(select coalesce(sum(count), 0) from import_days where environment = ${environment} and facet = ${facet}
    and day >= ${toDay(range.from)}::date and day < ${range.before ? toDay(range.before) : 'infinity'}::date)`;
}

const toCount = (count: SQL, cap: number | undefined) => ({ count: sql<number>`${count}`.mapWith(Number), cap });

/**
 * Removes values that no import has any more after `change`: the service words the status, so it could name a customer. Of
 * the days, only those that it changed are merged. All of them take ten seconds at a million imports.
 */
export async function withMergedCounts<T>(tx: Db, change: () => Promise<T>): Promise<T> {
  const [last] = await tx.select({ id: max(importDays.id) }).from(importDays);
  const result = await change();
  await tx.execute(sql`select landfall_merge_import_counts(), landfall_merge_import_days(${last?.id ?? 0})`);
  return result;
}

/** Recounts from the imports table, which is locked against changes meanwhile. */
export async function recountImports(tx: Db): Promise<void> {
  await tx.execute(sql`lock table imports, import_counts, import_days in share row exclusive mode`);
  await tx.delete(importCounts);
  await tx.delete(importDays);
  await tx.execute(sql`select landfall_recount_imports()`);
}
