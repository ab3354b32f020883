import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DecisionSummary } from '../../contract/decisions';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { jsonRows } from '../database/json-rows';
import { prepareOnce } from '../database/prepare-once';
import type { ImportRecord } from '../imports/imports';
import type { DecisionRow } from './decisions';
import type { FullRequestRow } from './full-requests';
import { importCounts, imports } from '../schema/imports';
import { decisions, fullRequests } from '../schema/sponsorship';

const queueColumns = {
  id: imports.id,
  username: imports.username,
  tool: imports.tool,
  statusText: imports.statusText,
  statusKey: imports.statusKey,
  gone: imports.gone,
  records: imports.records,
  warnings: imports.warnings,
  usersMatched: imports.usersMatched,
  usersTotal: imports.usersTotal,
  seenAt: imports.seenAt,
};

const environmentParam = sql.placeholder('environment');

export interface QueueRow {
  row: Pick<ImportRecord, keyof typeof queueColumns>;
  request: FullRequestRow | null;
  /** The latest that is not withdrawn. */
  decision: DecisionRow | null;
  /** All of them, newest first. */
  decisions: DecisionRow[];
}

const queueRows = prepareOnce((db, summaries: readonly DecisionSummary[], limit: number) => {
  // Not parameters, so that the plan is kept.
  const rowLimit = sql.raw(String(limit));
  const listed = sql.raw(summaries.map((summary) => `'${summary}'`).join(', '));
  const isListed = sql`i.environment = ${environmentParam} and i.decision in (${listed})`;
  // An import has at most one open request.
  const isOpen = sql`r.environment = ${environmentParam} and r.closed_at is null`;
  const found = sql`(
      (select i.id, r.requested_at as since from full_requests r
        join imports i on i.environment = r.environment and i.id = r.import_id
        where ${isOpen} and ${isListed} order by r.requested_at, r.import_id limit ${rowLimit})
      union all
      (select i.id, (select max(d.created_at) from decisions d where d.environment = i.environment and d.import_id = i.id)
        from imports i where ${isListed} and not exists (select 1 from full_requests r where ${isOpen} and r.import_id = i.id)
        order by 2, 1 limit ${rowLimit})
      order by 2, 1 limit ${rowLimit}
    ) as found (id, since)`;
  return db
    .select({ row: queueColumns, ...sponsorshipOfImport(db) })
    .from(found)
    .innerJoin(imports, and(eq(imports.environment, environmentParam), sql`${imports.id} = found.id`))
    .orderBy(sql`found.since, found.id`)
    .prepare('');
});

/** Longest wait first, so that the limit never hides the most urgent. */
export async function listQueueRows(
  db: Db,
  environment: Environment,
  summaries: readonly DecisionSummary[],
  limit: number,
): Promise<QueueRow[]> {
  return (await queueRows(db, summaries, limit).execute({ environment })).map(toQueueRow);
}

const decidedRows = prepareOnce((db, summaries: readonly DecisionSummary[], limit: number) => {
  const later = alias(decisions, 'later');
  const made = alias(decisions, 'made');
  const isSameImport = and(eq(later.environment, made.environment), eq(later.importId, made.importId));
  const outdated = db
    .select({ one: sql`1` })
    .from(later)
    .where(and(isSameImport, gt(later.createdAt, made.createdAt)));
  const isDecided = inArray(imports.decision, [...summaries]);
  return db
    .select({ row: queueColumns, ...sponsorshipOfImport(db) })
    .from(made)
    .innerJoin(imports, and(eq(imports.environment, made.environment), eq(imports.id, made.importId)))
    .where(and(eq(made.environment, environmentParam), isDecided, notExists(outdated)))
    .orderBy(desc(made.createdAt), asc(imports.id))
    .limit(limit)
    .prepare('');
});

/** Decided imports, found through the newest decisions because their number keeps growing. */
export async function listDecidedRows(
  db: Db,
  environment: Environment,
  summaries: readonly DecisionSummary[],
  limit: number,
): Promise<QueueRow[]> {
  return (await decidedRows(db, summaries, limit).execute({ environment })).map(toQueueRow);
}

const queueRow = prepareOnce((db) =>
  db
    .select({ row: queueColumns, ...sponsorshipOfImport(db) })
    .from(imports)
    .where(and(eq(imports.environment, environmentParam), eq(imports.id, sql.placeholder('importId'))))
    .prepare(''),
);

export async function findQueueRow(db: Db, environment: Environment, importId: string): Promise<QueueRow | undefined> {
  const [found] = await queueRow(db).execute({ environment, importId });
  return found && toQueueRow(found);
}

/** Selected beside an import: its requests and its decisions, newest first. */
export function sponsorshipOfImport(db: Db) {
  const requests = db
    .select()
    .from(fullRequests)
    .where(and(eq(fullRequests.environment, imports.environment), eq(fullRequests.importId, imports.id)))
    .orderBy(desc(fullRequests.requestedAt));
  const made = db
    .select()
    .from(decisions)
    .where(and(eq(decisions.environment, imports.environment), eq(decisions.importId, imports.id)))
    .orderBy(desc(decisions.createdAt));
  return {
    requests: jsonRows(getTableColumns(fullRequests), requests),
    decisions: jsonRows(getTableColumns(decisions), made),
  };
}

export function toQueueRow<Row>(found: { row: Row; requests: FullRequestRow[]; decisions: DecisionRow[] }) {
  return {
    row: found.row,
    request: found.requests.find(({ closedAt }) => closedAt === null) ?? found.requests[0] ?? null,
    decision: found.decisions.find(({ state }) => state !== 'withdrawn') ?? null,
    decisions: found.decisions,
  };
}

export async function listUsernames(
  db: Db,
  environment: Environment,
  importIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ id: imports.id, username: imports.username })
    .from(imports)
    .where(and(eq(imports.environment, environment), inArray(imports.id, [...importIds])));
  return new Map(rows.map((row) => [row.id, row.username]));
}

export async function listUnrequestedSamples(db: Db, environment: Environment, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        eq(imports.environment, environment),
        eq(imports.statusKey, 'Sample migration completed'),
        eq(imports.decision, 'none'),
        eq(imports.gone, false),
        // The customer's own request is reopened instead.
        notExists(
          db
            .select({ one: sql`1` })
            .from(fullRequests)
            .where(
              and(
                eq(fullRequests.environment, imports.environment),
                eq(fullRequests.importId, imports.id),
                isNotNull(fullRequests.closedByStatus),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(imports.sinceTo))
    .limit(limit);
  return rows.map((row) => row.id);
}

const waitingCounts = prepareOnce((db) => {
  const waiting = (environment: Environment) => {
    const undecided = and(
      eq(importCounts.environment, environment),
      eq(importCounts.facet, 'decision'),
      inArray(importCounts.value, ['asked', 'proposed']),
    );
    const counted = db
      .select({ sum: sql`coalesce(sum(${importCounts.count}), 0)` })
      .from(importCounts)
      .where(undecided);
    const isUnmatched = and(isNull(fullRequests.importId), isNull(fullRequests.closedAt));
    const unmatched = and(eq(fullRequests.environment, environment), isUnmatched);
    return sql<number>`(${counted}) + ${db.$count(fullRequests, unmatched)}`.mapWith(Number);
  };
  return db
    .select({ live: waiting('live'), sandbox: waiting('sandbox') })
    .from(sql`(select 1) as one /* keep the plan */`)
    .prepare('');
});

/** What waits for staff in each environment: imports to decide, and requests that match no import. */
export async function countWaiting(db: Db): Promise<Record<Environment, number>> {
  const [row] = await waitingCounts(db).execute();
  return row ?? { live: 0, sandbox: 0 };
}
