import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { fullRequests } from '../schema/sponsorship';

export type FullRequestRow = typeof fullRequests.$inferSelect;

const isOfImport = (environment: Environment, importId: string) =>
  and(eq(fullRequests.environment, environment), eq(fullRequests.importId, importId));

/** Undefined if the import already has an open request. */
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

export async function listRequests(db: Db, environment: Environment, importId: string): Promise<FullRequestRow[]> {
  return db
    .select()
    .from(fullRequests)
    .where(isOfImport(environment, importId))
    .orderBy(desc(fullRequests.requestedAt));
}

export async function listUnmatchedRequests(
  db: Db,
  environment: Environment,
  limit: number,
): Promise<FullRequestRow[]> {
  return db
    .select()
    .from(fullRequests)
    .where(and(eq(fullRequests.environment, environment), isNull(fullRequests.importId), isNull(fullRequests.closedAt)))
    .orderBy(asc(fullRequests.requestedAt))
    .limit(limit);
}

export async function getRequest(db: Db, id: string): Promise<FullRequestRow | undefined> {
  const [row] = await db.select().from(fullRequests).where(eq(fullRequests.id, id));
  return row;
}

export async function matchRequest(tx: Db, id: string, importId: string): Promise<FullRequestRow | undefined> {
  const [row] = await tx
    .update(fullRequests)
    .set({ importId })
    .where(and(eq(fullRequests.id, id), isNull(fullRequests.importId), isNull(fullRequests.closedAt)))
    .returning();
  return row;
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
