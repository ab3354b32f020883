import { and, eq, getTableColumns, ne, sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { isOneOf } from '../database/is-one-of';
import { executeTogether, insertStatement } from '../database/insert-many';
import { imports } from '../schema/imports';
import { decisions, fullRequests } from '../schema/sponsorship';
import { tagsOfImport } from './tags';

export type ImportRecord = typeof imports.$inferSelect;

type DerivedElsewhere = 'decision' | 'stage' | 'requested' | 'completedAt';
export type DerivedImport = Omit<ImportRecord, DerivedElsewhere>;
export type NewImport = Omit<typeof imports.$inferInsert, DerivedElsewhere>;

const {
  decision: _decision,
  stage: _stage,
  requested: _requested,
  completedAt: _completedAt,
  ...derivedColumns
} = getTableColumns(imports);
/** `decision` is written only by the sponsorship operations, and progress by triggers. */
export const derivedImportColumns = derivedColumns;

const { searchTerms: _searchTerms, statusFamily: _statusFamily, ...shownColumns } = derivedColumns;
const tags = tagsOfImport.as('tags');
/** What lists and pages show. */
export const shownImportColumns = { ...shownColumns, decision: imports.decision, tags };
/** With its tags, in the order of the database. */
type TaggedImport = ImportRecord & { tags: readonly string[] };
export type ShownImport = Pick<TaggedImport, keyof typeof shownImportColumns>;

const { environment: _environment, id: _id, ...overwritten } = derivedColumns;
const overwrite = sql`on conflict (environment, id) do update set ${sql.join(
  Object.values(overwritten).map(
    (column) => sql`${sql.identifier(column.name)} = excluded.${sql.identifier(column.name)}`,
  ),
  sql`, `,
)}`;

export function upsertStatement(rows: readonly NewImport[]): SQL | undefined {
  return insertStatement(imports, rows, overwrite);
}

export async function upsertImports(tx: Db, rows: readonly NewImport[]): Promise<void> {
  await executeTogether(tx, [upsertStatement(rows)]);
}

export async function getImport(db: Db, environment: Environment, id: string): Promise<ImportRecord | undefined> {
  const [row] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.environment, environment), eq(imports.id, id)));
  return row;
}

export async function getImports(db: Db, environment: Environment, ids: readonly string[]): Promise<TaggedImport[]> {
  if (ids.length === 0) return [];
  return db
    .select({ ...getTableColumns(imports), tags })
    .from(imports)
    .where(and(eq(imports.environment, environment), isOneOf(imports.id, ids)));
}

/** Imports with a request or a decision; all others have the decision summary `none`. */
export async function listIdsWithSponsorship(
  tx: Db,
  environment: Environment,
  ids: readonly string[],
): Promise<string[]> {
  const decided = await tx
    .selectDistinct({ id: decisions.importId })
    .from(decisions)
    .where(and(eq(decisions.environment, environment), isOneOf(decisions.importId, ids)));
  const requested = await tx
    .selectDistinct({ id: fullRequests.importId })
    .from(fullRequests)
    .where(and(eq(fullRequests.environment, environment), isOneOf(fullRequests.importId, ids)));
  return [...new Set([...decided, ...requested].flatMap(({ id }) => (id === null ? [] : [id])))];
}

export async function resetDecisionSummaries(tx: Db, environment: Environment, ids: readonly string[]): Promise<void> {
  await tx
    .update(imports)
    .set({ decision: 'none' })
    .where(and(eq(imports.environment, environment), isOneOf(imports.id, ids), ne(imports.decision, 'none')));
}
