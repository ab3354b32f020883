import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
  type Placeholder,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { creationAttempts } from '../schema/creation-attempts';
import { imports } from '../schema/imports';
import { decisions, decisionSteps, fullRequests } from '../schema/sponsorship';

export type DecisionRow = typeof decisions.$inferSelect;
export type NewDecision = typeof decisions.$inferInsert;

/** Serialises decisions about an import until the transaction ends. */
export async function lockDecisions(tx: Db, environment: Environment, importId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`decision ${environment} ${importId}`}, 0))`);
}

/** Every change of a decision or request takes this lock first, or a concurrent one could store an outdated summary. */
export async function lockDecisionsOf(
  tx: Db,
  { environment, importId }: { environment: Environment; importId: string | null },
): Promise<void> {
  if (importId !== null) await lockDecisions(tx, environment, importId);
}

/** Two concurrent acceptances must not both take the last free place of the budget. */
export async function lockMonthBudget(tx: Db, environment: Environment): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`budget ${environment}`}, 0))`);
}

export interface DecisionSubject {
  username: string | null;
  records: number | null;
  statusKey: string | null;
  gone: boolean;
}

export async function readDecisionSubject(
  tx: Db,
  environment: Environment,
  importId: string,
): Promise<DecisionSubject | undefined> {
  const [row] = await tx
    .select({
      username: imports.username,
      records: imports.records,
      statusKey: imports.statusKey,
      gone: imports.gone,
    })
    .from(imports)
    .where(and(eq(imports.environment, environment), eq(imports.id, importId)));
  return row;
}

export async function insertDecision(
  tx: Db,
  row: NewDecision,
  step: { by: string; explanation: string },
): Promise<DecisionRow> {
  const [inserted] = await tx.insert(decisions).values(row).returning();
  if (!inserted) throw new Error('the decision was not inserted');
  await tx
    .insert(decisionSteps)
    .values({ decisionId: inserted.id, from: null, to: inserted.state, at: row.createdAt, ...step });
  return inserted;
}

/** Decisions that are sent, may be sent, or may have been sent without an answer. In both environments. */
export async function hasUnsettledDecisions(db: Db): Promise<boolean> {
  const unsettled = inArray(decisions.state, ['approved', 'sending', 'unknown']);
  return (await db.select({ id: decisions.id }).from(decisions).where(unsettled).limit(1)).length > 0;
}

/** Decisions that a person or a job could still send, in both environments. */
export async function listUnsentDecisions(db: Db): Promise<DecisionRow[]> {
  return db
    .select()
    .from(decisions)
    .where(inArray(decisions.state, ['proposed', 'approved', 'sending']))
    .orderBy(asc(decisions.createdAt));
}

/** Does not change the state. A reply that confirms a send stays, whatever a later one says about another send. */
export async function saveLateAnswer(
  tx: Db,
  id: string,
  lateAnswer: { at: string; says: string; outcome: string },
): Promise<DecisionRow | undefined> {
  const isConfirmed = sql`${decisions.lateAnswer}->>'outcome' = 'confirmed'`;
  const kept = sql`case when ${isConfirmed} then ${decisions.lateAnswer} else ${sql.param(lateAnswer, decisions.lateAnswer)} end`;
  const [row] = await tx.update(decisions).set({ lateAnswer: kept }).where(eq(decisions.id, id)).returning();
  return row;
}

export async function getDecision(db: Db, id: string): Promise<DecisionRow | undefined> {
  const [row] = await db.select().from(decisions).where(eq(decisions.id, id));
  return row;
}

export async function listDecisions(db: Db, environment: Environment, importId: string): Promise<DecisionRow[]> {
  return db
    .select()
    .from(decisions)
    .where(and(eq(decisions.environment, environment), eq(decisions.importId, importId)))
    .orderBy(desc(decisions.createdAt));
}

/** Sends with an unknown outcome: the lease has expired. */
export async function listExpiredSends(db: Db, limit: number): Promise<DecisionRow[]> {
  return db
    .select()
    .from(decisions)
    .where(and(eq(decisions.state, 'sending'), lt(decisions.leaseUntil, sql`now()`)))
    .orderBy(asc(decisions.leaseUntil))
    .limit(limit);
}

export async function listDueDecisions(db: Db, limit: number): Promise<DecisionRow[]> {
  return db
    .select()
    .from(decisions)
    .where(and(eq(decisions.state, 'approved'), lte(decisions.notBefore, sql`now()`)))
    .orderBy(asc(decisions.notBefore))
    .limit(limit);
}

/** Negative while one is due; undefined without any that is held back. */
export const readMsToNextDecision = (db: Db) => readMsTo(db, decisions.notBefore, 'approved');

/** Until the first lease of a send expires; undefined without any. */
export const readMsToNextExpiry = (db: Db) => readMsTo(db, decisions.leaseUntil, 'sending');

async function readMsTo(db: Db, column: SQLWrapper, state: DecisionRow['state']): Promise<number | undefined> {
  const [row] = await db
    .select({ ms: sql<number | null>`(1000 * extract(epoch from min(${column}) - now()))::float8` })
    .from(decisions)
    .where(eq(decisions.state, state));
  return row?.ms ?? undefined;
}

/** Decisions of kind `start_full` whose creation attempt found its import later. */
export async function listStartsWithoutImport(db: Db, limit: number): Promise<{ id: string; importId: string }[]> {
  const rows = await db
    .select({ id: decisions.id, importId: creationAttempts.importId })
    .from(decisions)
    .innerJoin(creationAttempts, eq(creationAttempts.id, decisions.attemptId))
    .where(and(eq(decisions.kind, 'start_full'), isNull(decisions.importId), isNotNull(creationAttempts.importId)))
    .orderBy(asc(decisions.createdAt))
    .limit(limit);
  return rows.flatMap(({ id, importId }) => (importId === null ? [] : [{ id, importId }]));
}

/** Undefined if the decision already has an import. */
export async function setDecisionImport(tx: Db, id: string, importId: string): Promise<DecisionRow | undefined> {
  const [updated] = await tx
    .update(decisions)
    .set({ importId })
    .where(and(eq(decisions.id, id), isNull(decisions.importId)))
    .returning();
  return updated;
}

export interface MonthCounts {
  confirmed: number;
  unknown: number;
  sending: number;
  rejected: number;
}

/** Paying decisions since `from`. A resolved decision counts by its resolution. */
export async function countMonthDecisions(db: Db, environment: Environment, from: Date): Promise<MonthCounts> {
  const [row] = await db.select(monthCounts).from(decisions).where(isOfMonth(environment, from));
  return row ?? { confirmed: 0, unknown: 0, sending: 0, rejected: 0 };
}

const pays = sql`${decisions.kind} in ('accept', 'start_full')`;
const wasCarriedOut = ({ state, resolution }: Record<'state' | 'resolution', SQLWrapper>) =>
  sql`(${state} = 'confirmed' or (${state} = 'resolved' and ${resolution} = 'settled_done'))`;
export const isCarriedOut = wasCarriedOut(decisions);
const countWhere = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;

export const monthCounts = {
  confirmed: countWhere(sql`${pays} and ${isCarriedOut}`),
  unknown: countWhere(sql`${pays} and ${decisions.state} = 'unknown'`),
  sending: countWhere(sql`${pays} and ${decisions.state} in ('sending', 'approved')`),
  rejected: countWhere(sql`${decisions.kind} = 'reject' and ${isCarriedOut}`),
};

export function isOfMonth(environment: Environment | Placeholder, from: Date | SQLWrapper): SQL | undefined {
  // A proposal of a restored backup may have been approved and sent after the backup was taken.
  const mayBeSent = and(isNull(decisions.approvedAt), inArray(decisions.state, ['unknown', 'resolved']));
  return and(
    eq(decisions.environment, environment),
    or(gte(decisions.approvedAt, from), and(mayBeSent, gte(decisions.proposedAt, from))),
  );
}

/**
 * Call it in the transaction that changes a decision or request. The list shows and filters by it. A decision that was not
 * carried out leaves the earlier one in effect.
 */
export async function refreshDecisionSummary(tx: Db, environment: Environment, importId: string): Promise<void> {
  const notCarriedOut = sql`(${decisions.state} = 'refused'
    or (${decisions.state} = 'resolved' and ${decisions.resolution} = 'settled_not_done'))`;
  const newest = tx
    .select({ state: decisions.state, kind: decisions.kind, resolution: decisions.resolution })
    .from(decisions)
    .where(
      and(eq(decisions.environment, environment), eq(decisions.importId, importId), ne(decisions.state, 'withdrawn')),
    )
    .orderBy(asc(notCarriedOut), desc(decisions.createdAt))
    .limit(1)
    .as('newest');
  const requested = sql`exists (select 1 from ${fullRequests} where ${fullRequests.environment} = ${environment}
    and ${fullRequests.importId} = ${importId} and ${fullRequests.closedAt} is null)`;
  const done = wasCarriedOut(newest);
  const summary = sql<string>`case
    when ${newest.state} = 'proposed' then 'proposed'
    when ${newest.state} in ('approved', 'sending') then 'sending'
    when ${newest.state} = 'unknown' then 'unknown'
    when ${done} and ${newest.kind} = 'reject' and not ${requested} then 'rejected'
    when ${done} and ${newest.kind} <> 'reject' then 'accepted'
    when ${requested} then 'asked'
    when ${newest.state} = 'refused' then 'refused'
    else 'none' end`;
  await tx
    .update(imports)
    .set({
      decision: sql`coalesce((select ${summary} from ${newest}), case when ${requested} then 'asked' else 'none' end)`,
    })
    .where(and(eq(imports.environment, environment), eq(imports.id, importId)));
}

export const unsettledStates = ['proposed', 'approved', 'sending', 'unknown'] as const;

/** Attempts whose decision is not settled. */
export async function listUndecidedAttempts(db: Db, attemptIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ attemptId: decisions.attemptId })
    .from(decisions)
    .where(and(inArray(decisions.attemptId, [...attemptIds]), inArray(decisions.state, [...unsettledStates])));
  return rows.flatMap(({ attemptId }) => (attemptId === null ? [] : [attemptId]));
}

export async function countUnsettledDecisions(
  db: Db,
): Promise<Partial<Record<(typeof unsettledStates)[number], number>>> {
  const rows = await db
    .select({ state: decisions.state, count: sql<number>`count(*)::int` })
    .from(decisions)
    .where(inArray(decisions.state, [...unsettledStates]))
    .groupBy(decisions.state);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** How long the decision that should have been sent first has waited. 0 if none is due. */
export async function readOldestDueDecisionS(db: Db): Promise<number> {
  const [row] = await db
    .select({ s: sql<number | null>`extract(epoch from now() - min(${decisions.notBefore}))::float8` })
    .from(decisions)
    .where(and(eq(decisions.state, 'approved'), lte(decisions.notBefore, sql`now()`)));
  return row?.s ?? 0;
}
