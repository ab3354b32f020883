import { type SQL, and, desc, eq, gt, inArray, isNotNull, isNull, notExists, notInArray, or, sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { imports } from '../schema/imports';
import { decisions, fullRequests } from '../schema/sponsorship';
import { isCarriedOut } from './decisions';

export type FullRequestRow = typeof fullRequests.$inferSelect;

const isOfImport = (environment: Environment, importId: string) =>
  and(eq(fullRequests.environment, environment), eq(fullRequests.importId, importId));

/** Undefined if the import already has an open request, or the id is used. */
export async function insertFullRequest(
  tx: Db,
  row: typeof fullRequests.$inferInsert,
): Promise<FullRequestRow | undefined> {
  const [inserted] = await tx.insert(fullRequests).values(row).onConflictDoNothing().returning();
  return inserted;
}

export async function findOpenRequest(
  db: Db,
  environment: Environment,
  importId: string,
): Promise<FullRequestRow | undefined> {
  const [row] = await db
    .select()
    .from(fullRequests)
    .where(and(isOfImport(environment, importId), isNull(fullRequests.closedAt)));
  return row;
}

export async function getRequest(db: Db, id: string): Promise<FullRequestRow | undefined> {
  const [row] = await db.select().from(fullRequests).where(eq(fullRequests.id, id));
  return row;
}

/** Nothing else can match or close it until the transaction ends. */
export async function lockRequest(tx: Db, id: string): Promise<FullRequestRow | undefined> {
  const [row] = await tx.select().from(fullRequests).where(eq(fullRequests.id, id)).for('update');
  return row;
}

/** Newest first. */
export async function listFullRequests(db: Db, ids: readonly string[]): Promise<FullRequestRow[]> {
  return db
    .select()
    .from(fullRequests)
    .where(inArray(fullRequests.id, [...ids]))
    .orderBy(desc(fullRequests.requestedAt));
}

export async function matchRequest(tx: Db, id: string, importId: string): Promise<void> {
  await tx.update(fullRequests).set({ importId }).where(eq(fullRequests.id, id));
}

export async function verifyRequest(tx: Db, id: string): Promise<void> {
  await tx.update(fullRequests).set({ verified: true }).where(eq(fullRequests.id, id));
}

export async function closeRequests(
  tx: Db,
  environment: Environment,
  importId: string,
  closed: { at: Date; reason: string },
): Promise<void> {
  await tx
    .update(fullRequests)
    .set({ closedAt: closed.at, closeReason: closed.reason })
    .where(and(isOfImport(environment, importId), isNull(fullRequests.closedAt)));
}

export async function closeRequest(tx: Db, id: string, closed: { at: Date; reason: string }): Promise<void> {
  await tx
    .update(fullRequests)
    .set({ closedAt: closed.at, closeReason: closed.reason })
    .where(and(eq(fullRequests.id, id), isNull(fullRequests.closedAt)));
}

export type RequestWithStatus = { request: FullRequestRow; statusKey: string | null; gone: boolean };

/** Open requests whose import has one of these statuses or is gone. */
export async function listPointlessRequests(
  db: Db,
  statuses: readonly string[],
  limit: number,
): Promise<RequestWithStatus[]> {
  const isPointless = or(imports.gone, inArray(imports.statusKey, [...statuses]));
  return listWithStatus(db, and(isNull(fullRequests.closedAt), isPointless), limit);
}

/** Closed by a status that the import no longer has, while it has neither an open request nor a decision in effect. */
export async function listRequestsToReopen(
  db: Db,
  statuses: readonly string[],
  closed: { after: Date; limit: number; id?: string },
): Promise<RequestWithStatus[]> {
  const rejectedLater = db
    .select({ one: sql`1` })
    .from(decisions)
    .where(
      and(
        eq(decisions.environment, fullRequests.environment),
        eq(decisions.importId, fullRequests.importId),
        eq(decisions.kind, 'reject'),
        isCarriedOut,
        gt(decisions.createdAt, fullRequests.requestedAt),
      ),
    );
  const isReopenable = and(
    closed.id === undefined ? undefined : eq(fullRequests.id, closed.id),
    isNotNull(fullRequests.closedByStatus),
    gt(fullRequests.closedAt, closed.after),
    eq(imports.gone, false),
    or(isNull(imports.statusKey), notInArray(imports.statusKey, [...statuses])),
    notInArray(imports.decision, ['asked', 'accepted']),
    notExists(rejectedLater),
  );
  return listWithStatus(db, isReopenable, closed.limit);
}

/** Newest first, so that of several closed requests the latest is reopened. */
async function listWithStatus(db: Db, condition: SQL | undefined, limit: number): Promise<RequestWithStatus[]> {
  return db
    .select({ request: fullRequests, statusKey: imports.statusKey, gone: imports.gone })
    .from(fullRequests)
    .innerJoin(imports, and(eq(imports.environment, fullRequests.environment), eq(imports.id, fullRequests.importId)))
    .where(condition)
    .orderBy(desc(fullRequests.requestedAt))
    .limit(limit);
}

/** False if it was closed meanwhile. */
export async function closeRequestByStatus(
  tx: Db,
  id: string,
  closed: { at: Date; reason: string; status: string },
): Promise<boolean> {
  const rows = await tx
    .update(fullRequests)
    .set({ closedAt: closed.at, closeReason: closed.reason, closedByStatus: closed.status })
    .where(and(eq(fullRequests.id, id), isNull(fullRequests.closedAt)))
    .returning({ id: fullRequests.id });
  return rows.length === 1;
}

export async function reopenRequest(tx: Db, id: string): Promise<void> {
  await tx.update(fullRequests).set({ closedAt: null, closeReason: null }).where(eq(fullRequests.id, id));
}

/** For requests of an import that has a newer one. */
export async function keepRequestsClosed(tx: Db, environment: Environment, importId: string): Promise<void> {
  await tx
    .update(fullRequests)
    .set({ closedByStatus: null })
    .where(and(isOfImport(environment, importId), isNotNull(fullRequests.closedByStatus)));
}
