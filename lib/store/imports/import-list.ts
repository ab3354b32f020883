import { and, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import type { ImportRecord } from './imports';
import { createdWithin, completedWithin, hasReached, type TimeRange, type ReachedStep } from './import-progress';
import { imports } from '../schema/imports';

export type ImportSort = 'seen' | 'since' | 'created' | 'warnings' | 'username';

/** Every field narrows the list; an empty array does not. */
export interface ImportFilter {
  environment: Environment;
  statusKeys: readonly string[];
  tools: readonly string[];
  families: readonly string[];
  decisions: readonly string[];
  creators: readonly string[];
  warnings: 'any' | 'some' | 'none' | 'many';
  gone: 'hide' | 'only' | 'show';
  /** For each status, imports that entered it before this time are stuck. */
  stuckSince: ReadonlyMap<string, Date> | undefined;
  created?: TimeRange | undefined;
  completed?: TimeRange | undefined;
  reached?: ReachedStep | undefined;
  /** Word prefixes that must all match. */
  searchTerms: readonly string[];
}

/** Sort value and id of the last row of a page; unique together. */
export interface ImportCursor {
  key: string | number | boolean;
  tieBreaker: string;
  id: string;
}

const manyWarnings = 50;

const timestampCast = sql`timestamptz`;
const sortKeys: Record<ImportSort, { key: SQL; tieBreaker?: SQL; cast: SQL }> = {
  seen: { key: sql`${imports.seenAt}`, cast: timestampCast },
  since: { key: sql`coalesce(${imports.sinceTo}, ${imports.firstSeenAt})`, cast: timestampCast },
  created: { key: sql`coalesce(${imports.createdAt}, ${imports.firstSeenAt})`, cast: timestampCast },
  warnings: { key: sql`${imports.warnings}`, cast: sql`integer` },
  // Imports without a known customer sort last.
  username: {
    key: sql`(${imports.username} is null)`,
    tieBreaker: sql`left(lower(coalesce(${imports.username}, '')), 200)`,
    cast: sql`boolean`,
  },
};

/** Keyset pagination, so that the cost does not grow with the page number. */
export async function listImportPage(
  db: Db,
  filter: ImportFilter,
  page: { sort: ImportSort; direction: 'asc' | 'desc'; after: ImportCursor | undefined; limit: number },
): Promise<{ row: ImportRecord; cursor: ImportCursor }[]> {
  const { key, tieBreaker, cast } = sortKeys[page.sort];
  const order = page.direction === 'asc' ? sql`asc` : sql`desc`;
  const comparison = page.direction === 'asc' ? sql`>` : sql`<`;
  const columns = [key, ...(tieBreaker ? [tieBreaker] : []), sql`${imports.id}`];
  const after = page.after && [
    sql`${String(page.after.key)}::${cast}`,
    ...(tieBreaker ? [sql`${page.after.tieBreaker}::text`] : []),
    sql`${page.after.id}::text`,
  ];
  const rows = await db
    .select({
      row: imports,
      // The alias keeps `order by` from confusing the key with the column of the same name.
      key: sql<string>`(${key})::text`.as('cursor_key'),
      tieBreaker: sql<string>`${tieBreaker ?? sql`''`}`.as('cursor_tie_breaker'),
    })
    .from(imports)
    .where(
      and(
        buildWhere(filter),
        after && sql`(${sql.join(columns, sql`, `)}) ${comparison} (${sql.join(after, sql`, `)})`,
      ),
    )
    .orderBy(...columns.map((column) => sql`${column} ${order}`))
    .limit(page.limit);
  return rows.map(({ row, ...cursor }) => ({ row, cursor: { ...cursor, id: row.id } }));
}

function buildWhere(filter: ImportFilter): SQL | undefined {
  const isOneOf = (column: PgColumn, values: readonly string[]) =>
    values.length > 0 ? inArray(column, [...values]) : undefined;
  return and(
    eq(imports.environment, filter.environment),
    isOneOf(imports.statusKey, filter.statusKeys),
    isOneOf(imports.tool, filter.tools),
    isOneOf(imports.family, filter.families),
    isOneOf(imports.decision, filter.decisions),
    isOneOf(imports.createdBy, filter.creators),
    filter.warnings === 'some' ? gt(imports.warnings, 0) : undefined,
    filter.warnings === 'none' ? eq(imports.warnings, 0) : undefined,
    filter.warnings === 'many' ? gt(imports.warnings, manyWarnings) : undefined,
    filter.gone === 'show' ? undefined : eq(imports.gone, filter.gone === 'only'),
    filter.stuckSince && isStuck(filter.stuckSince),
    filter.created && createdWithin(filter.created),
    filter.completed && completedWithin(filter.environment, filter.completed),
    filter.reached && hasReached(filter.reached),
    filter.searchTerms.length > 0 ? matchesSearch(filter.searchTerms) : undefined,
  );
}

function isStuck(stuckSince: ReadonlyMap<string, Date>): SQL {
  const each = [...stuckSince].map(
    ([key, since]) =>
      sql`(${imports.statusKey} = ${key} and ${imports.gone} = false and ${imports.sinceTo} < ${since.toISOString()}::timestamptz)`,
  );
  return each.length === 0 ? sql`false` : sql`(${sql.join(each, sql` or `)})`;
}

/** Matches word prefixes, or whole words if `whole`. Terms are letters and digits, so quoting is safe. */
function matchesSearch(terms: readonly string[], whole = false): SQL {
  const query = terms.map((term) => `'${term}'${whole ? '' : ':*'}`).join(' & ');
  return sql`array_to_tsvector(${imports.searchTerms}) @@ ${query}::tsquery`;
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

export async function countByDecision(
  db: Db,
  environment: Environment,
  decision: readonly string[],
): Promise<{ decision: string; count: number }[]> {
  return db
    .select({ decision: imports.decision, count: sql<number>`count(*)::int` })
    .from(imports)
    .where(and(eq(imports.environment, environment), inArray(imports.decision, [...decision])))
    .groupBy(imports.decision);
}

export async function countImports(db: Db, filter: ImportFilter): Promise<number> {
  return db.$count(imports, buildWhere(filter));
}

const distinctColumns = {
  statusKey: sql`status_key`,
  tool: sql`tool`,
  family: sql`family`,
  createdBy: sql`created_by`,
};

/** The distinct values, found by skipping along an index. */
export async function listDistinct(
  db: Db,
  environment: Environment,
  field: keyof typeof distinctColumns,
  limit: number,
): Promise<string[]> {
  const column = distinctColumns[field];
  const next = (bound: SQL) =>
    sql`(select ${column} from imports where environment = ${environment} and ${column} ${bound} order by environment, ${column} limit 1)`;
  const values = await db.select({ value: sql<string | null>`value` }).from(
    sql`(with recursive found(value, n) as (
        select ${next(sql`is not null`)}, 1
        union all
        select ${next(sql`> found.value`)}, n + 1 from found where found.value is not null and n < ${limit}
      ) select value from found where value is not null) as distinct_values`,
  );
  return values.flatMap(({ value }) => (value === null ? [] : [value]));
}
