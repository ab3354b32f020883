import { and, eq, gt, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Environment } from '../../contract/environment';
import { imports, type ImportFacet } from '../schema/imports';
import { completedWithin, createdWithin, hasReached, type ReachedStep, type TimeRange } from './import-progress';

/** Every field narrows the list; an empty array does not. */
export interface ImportFilter {
  environment: Environment;
  statusKeys: readonly string[];
  tools: readonly string[];
  families: readonly string[];
  decisions: readonly string[];
  creators: readonly string[];
  /** All of them. */
  tags: readonly string[];
  warnings: 'any' | 'some' | 'none' | 'many';
  gone: 'hide' | 'only' | 'show';
  /** For each status, imports that entered it before this time are stuck. */
  stuckSince: ReadonlyMap<string, Date> | undefined;
  created?: TimeRange | undefined;
  completed?: TimeRange | undefined;
  reached?: ReachedStep | undefined;
  /** Word prefixes that must all match. */
  searchTerms: readonly string[];
  /** Spellings of one username, compared without case. */
  spellings?: readonly string[] | undefined;
}

/** More than this many. Also in the triggers that count, and in the index `imports_warned_samples`. */
export const manyWarnings = 50;

/** Conditions by what they are about, to separate those which an index serves. */
export interface ImportConditions {
  gone?: SQL;
  facets: Partial<Record<ImportFacet, SQL>>;
  created?: SQL;
  stuck?: SQL;
  rest: SQL[];
}

export function toConditions(filter: ImportFilter): ImportConditions {
  const { stuckSince, created, completed, reached, searchTerms, spellings } = filter;
  const facets: Partial<Record<ImportFacet, SQL>> = {};
  for (const [facet, values] of chosenFacets(filter)) {
    if (facet === 'warnings') facets[facet] = warningConditions[filter.warnings];
    else facets[facet] = inArray(facetColumns[facet], [...values]);
  }
  return {
    ...(filter.gone === 'show' ? {} : { gone: eq(imports.gone, filter.gone === 'only') }),
    facets,
    ...(created && { created: createdWithin(created) }),
    ...(stuckSince && { stuck: isStuck(filter, [...stuckSince.keys()]) }),
    rest: [
      ...(completed ? [completedWithin(completed)] : []),
      ...(reached ? [hasReached(reached)] : []),
      ...(searchTerms.length > 0 ? [matchesSearch(searchTerms)] : []),
      ...(spellings ? [isOfCustomer(sql`jsonb_array_elements_text(${JSON.stringify(spellings)}::jsonb)`)] : []),
    ],
  };
}

export function chosenFacets(filter: ImportFilter): [ImportFacet, readonly string[]][] {
  const chosen: [ImportFacet, readonly string[]][] = [
    ['decision', filter.decisions],
    ['creator', filter.creators],
    ['tool', filter.tools],
    ['status', filter.statusKeys],
    ['family', filter.families],
    ['warnings', warningValues[filter.warnings]],
  ];
  return chosen.filter(([, values]) => values.length > 0);
}

/** Values of the facet `warnings` in the counts. */
const warningValues = { any: [], some: ['some', 'many'], none: ['none'], many: ['many'] } as const;
const warningConditions = {
  any: sql`true`,
  some: gt(imports.warnings, 0),
  none: eq(imports.warnings, 0),
  many: gt(imports.warnings, manyWarnings),
} as const;

export const facetColumns = {
  decision: imports.decision,
  creator: imports.createdBy,
  tool: imports.tool,
  status: imports.statusKey,
  family: imports.family,
} as const satisfies Record<Exclude<ImportFacet, 'warnings'>, PgColumn>;

function isStuck(filter: ImportFilter, keys: readonly string[]): SQL {
  const each = keys.map((key) => and(eq(imports.statusKey, key), eq(imports.gone, false), isStuckIn(filter, key)));
  return or(...each) ?? sql`false`;
}

/** For imports in this status that are not gone. */
export function isStuckIn({ stuckSince }: ImportFilter, statusKey: string): SQL {
  const since = stuckSince?.get(statusKey);
  return since ? sql`${imports.sinceTo} < ${since.toISOString()}::timestamptz` : sql`false`;
}

/** Matches word prefixes, or whole words if `whole`. Terms are letters and digits, so quoting is safe. */
export function matchesSearch(terms: readonly string[], whole = false): SQL {
  const query = terms.map((term) => `'${term}'${whole ? '' : ':*'}`).join(' & ');
  return sql`array_to_tsvector(${imports.searchTerms}) @@ ${query}::tsquery`;
}

/** `names` is a set of texts. The index `imports_username` has the first two expressions, and 200 characters of a name. */
export const isOfCustomer = (names: SQL): SQL => sql`(${imports.username} is null) = false
  and left(lower(coalesce(${imports.username}, '')), 200) = any(array(select left(lower(name), 200) from ${names} as names(name)))
  and lower(${imports.username}) = any(array(select lower(name) from ${names} as names(name)))`;

/** Everything but the tags. */
export function allOf(filter: ImportFilter): SQL | undefined {
  const { gone, facets, created, stuck, rest } = toConditions(filter);
  return and(eq(imports.environment, filter.environment), gone, ...Object.values(facets), created, stuck, ...rest);
}
