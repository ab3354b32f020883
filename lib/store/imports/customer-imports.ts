import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Environment } from '../../contract/environment';
import { erasureKeyQuery } from '../data-protection/erasures';
import type { Db } from '../database/database';
import { jsonRows } from '../database/json-rows';
import { prepareOnce } from '../database/prepare-once';
import { imports } from '../schema/imports';
import { decisions, decisionSteps, fullRequests } from '../schema/sponsorship';
import { toolRequests } from '../schema/start-links';
import type { DecisionRow } from '../sponsorship/decisions';
import type { FullRequestRow } from '../sponsorship/full-requests';
import { isOfCustomer } from './import-filter';
import { shownImportColumns, type ShownImport } from './imports';
import type { ToolRequestRow } from './tool-requests';

const environmentParam = sql.placeholder('environment');
/** A JSON list of spellings. */
const names = sql`jsonb_array_elements_text(${sql.placeholder('names')}::jsonb)`;

/** When something last happened to an import that its timeline shows, apart from what it repeats. */
const latestEntryAt = sql`greatest(
  coalesce(${imports.sinceTo}, ${imports.firstSeenAt}),
  (select max(n.at) from notes n where n.environment = imports.environment and n.import_id = imports.id),
  (select max(f.at) from import_facts f
    where f.environment = imports.environment and f.import_id = imports.id and f.source = 'staff'),
  (select max(greatest(r.requested_at, r.closed_at)) from full_requests r
    where r.environment = imports.environment and r.import_id = imports.id),
  (select max(coalesce(m.sent_at, m.created_at)) from outbox_messages m
    where m.environment = imports.environment and m.import_id = imports.id and m.audience = 'customer'),
  (select max(coalesce(m.sent_at, m.created_at)) from outbox_messages m
    where m.environment = imports.environment and m.import_ids @> array[imports.id]),
  (select max(s.at) from decisions d join decision_steps s on s.decision_id = d.id
    where d.environment = imports.environment and d.import_id = imports.id))`;

const customerImports = prepareOnce((db, limit: number) =>
  db
    .select({
      record: shownImportColumns,
      // As a number, because the two drivers return computed timestamps differently.
      latestMs: sql<number>`(extract(epoch from ${latestEntryAt}) * 1000)::float8`.as('latest'),
    })
    .from(imports)
    .where(and(eq(imports.environment, environmentParam), isOfCustomer(names)))
    // Not a parameter, so that the plan is kept.
    .orderBy(sql`latest desc, ${imports.id} limit ${sql.raw(String(limit))}`)
    .prepare(''),
);

/** Ordered by their latest entry. `spellings` are compared without case. */
export async function listCustomerRecords(
  db: Db,
  environment: Environment,
  spellings: readonly string[],
  limit: number,
): Promise<{ record: ShownImport; latestMs: number }[]> {
  return customerImports(db, limit).execute({ environment, names: JSON.stringify(spellings) });
}

const withoutImport = prepareOnce((db, limit: number) => {
  const rowLimit = sql.raw(String(limit));
  // Databases fold letters other than ASCII differently, so accents are taken apart and the other letters translated.
  const hasName = (column: PgColumn): SQL =>
    sql`(lower(btrim(${column})) = any(array(select lower(name) from ${names} as names(name)))
      or (${sql.placeholder('folded')}::text ~ '[^ -~]' and ${column} ~ '[^ -~]'
        and translate(lower(normalize(btrim(${column}), NFD) collate "C"), ${sql.placeholder('from')}::text,
          ${sql.placeholder('to')}::text) = ${sql.placeholder('folded')}::text))`;
  const isOpenStart = and(
    eq(decisions.environment, environmentParam),
    isNull(decisions.importId),
    hasName(decisions.username),
  );
  const newestStarts = sql`${desc(decisions.createdAt)}, ${decisions.id} limit ${rowLimit}`;
  const requests = db
    .select()
    .from(fullRequests)
    .where(
      and(
        eq(fullRequests.environment, environmentParam),
        isNull(fullRequests.importId),
        hasName(fullRequests.username),
      ),
    )
    .orderBy(sql`${desc(fullRequests.requestedAt)} limit ${rowLimit}`);
  // The start page, which they come from, is live only.
  const tools = db
    .select()
    .from(toolRequests)
    .where(and(sql`${environmentParam}::text = 'live'`, hasName(toolRequests.username)))
    .orderBy(sql`${desc(toolRequests.at)} limit ${rowLimit}`);
  const starts = db.select().from(decisions).where(isOpenStart).orderBy(newestStarts);
  const startIds = db.select({ id: decisions.id }).from(decisions).where(isOpenStart).orderBy(newestStarts);
  return db
    .select({
      requests: jsonRows(getTableColumns(fullRequests), requests),
      decisions: jsonRows(getTableColumns(decisions), starts),
      toolRequests: jsonRows(getTableColumns(toolRequests), tools),
      erasureKey: sql<string | null>`encode((${erasureKeyQuery(sql.placeholder('keyName'))}), 'base64')`,
      steps: jsonRows(
        getTableColumns(decisionSteps),
        db
          .select()
          .from(decisionSteps)
          .where(inArray(decisionSteps.decisionId, startIds))
          .orderBy(asc(decisionSteps.id)),
      ),
    })
    .from(sql`(select 1) as one`)
    .prepare('');
});

export interface WithoutImport {
  /** As `readErasureKey` returns it, so that a page needs one statement less. */
  erasureKey: Buffer | undefined;
  requests: FullRequestRow[];
  decisions: DecisionRow[];
  toolRequests: ToolRequestRow[];
  steps: (typeof decisionSteps.$inferSelect)[];
}

/** How `withoutImport` folds a name: only the letters of this name matter. */
function foldingOf(name: string): { folded: string; from: string; to: string } {
  const folded = name.trim().normalize('NFD').toLowerCase().replaceAll('ς', 'σ');
  const pairs = [...new Set(folded)].flatMap((letter) => {
    const capital = letter === 'ß' ? 'ẞ' : letter.toUpperCase();
    const isPair = letter > '~' && [...capital].length === 1 && capital.toLowerCase() === letter && capital !== letter;
    return [...(isPair ? [[capital, letter]] : []), ...(letter === 'σ' ? [['ς', letter]] : [])];
  });
  return { folded, from: pairs.map(([from]) => from).join(''), to: pairs.map(([, to]) => to).join('') };
}

/**
 * Requests that are not matched to an import, paid starts without one, and tool requests: the newest of each. `spellings`
 * are those of one name, compared without case and the composition of accents.
 */
export async function listCustomerWithoutImport(
  db: Db,
  environment: Environment,
  spellings: readonly string[],
  { limit, erasureKeyName }: { limit: number; erasureKeyName: string },
): Promise<WithoutImport> {
  const folding = foldingOf(spellings[0] ?? '');
  const values = { environment, names: JSON.stringify(spellings), keyName: erasureKeyName, ...folding };
  const [row] = await withoutImport(db, limit).execute(values);
  const { erasureKey, ...rest } = row ?? { requests: [], decisions: [], toolRequests: [], steps: [], erasureKey: null };
  return { ...rest, erasureKey: erasureKey === null ? undefined : Buffer.from(erasureKey, 'base64') };
}
