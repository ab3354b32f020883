import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { idempotentRequests } from '../schema/api-keys';

export interface IdempotentRequestRow {
  fingerprint: string;
  operationId: string;
  responseEncrypted: Buffer | null;
  /** Null: it is not carried out again. Zero or less: the lease has ended. */
  leaseLeftMs: number | null;
}

const fromNow = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;

/** All times are on the database clock. True if it is new, or its key was used longer than `keepMs` ago. */
export async function claimRequest(
  db: Db,
  row: { id: string; fingerprint: string; operationId: string; leaseMs: number; keepMs: number },
): Promise<boolean> {
  const { id, fingerprint, operationId, leaseMs, keepMs } = row;
  const values = {
    fingerprint,
    operationId,
    createdAt: sql`now()`,
    leaseUntil: fromNow(leaseMs),
    responseEncrypted: null,
  };
  const claimed = await db
    .insert(idempotentRequests)
    .values({ id, ...values })
    .onConflictDoUpdate({
      target: idempotentRequests.id,
      set: values,
      setWhere: lt(idempotentRequests.createdAt, fromNow(-keepMs)),
    })
    .returning({ id: idempotentRequests.id });
  return claimed.length > 0;
}

export async function findRequest(db: Db, id: string): Promise<IdempotentRequestRow | undefined> {
  const [row] = await db
    .select({
      fingerprint: idempotentRequests.fingerprint,
      operationId: idempotentRequests.operationId,
      responseEncrypted: idempotentRequests.responseEncrypted,
      leaseLeftMs: sql<number | null>`(extract(epoch from ${idempotentRequests.leaseUntil} - now()) * 1000)::float8`,
    })
    .from(idempotentRequests)
    .where(eq(idempotentRequests.id, id));
  return row;
}

/** False if another request did the same first, or its lease has not ended. */
export async function renewRequest(db: Db, id: string, leaseMs: number): Promise<boolean> {
  const renewed = await db
    .update(idempotentRequests)
    .set({ leaseUntil: fromNow(leaseMs) })
    .where(and(ofUnknownOutcome(id), lt(idempotentRequests.leaseUntil, sql`now()`)))
    .returning({ id: idempotentRequests.id });
  return renewed.length > 0;
}

export async function saveRequest(db: Db, id: string, responseEncrypted: Buffer | null): Promise<void> {
  await db.update(idempotentRequests).set({ responseEncrypted, leaseUntil: null }).where(ofUnknownOutcome(id));
}

export async function endRequestLease(db: Db, id: string): Promise<void> {
  await db
    .update(idempotentRequests)
    .set({ leaseUntil: sql`now() - interval '1 millisecond'` })
    .where(ofUnknownOutcome(id));
}

export async function deleteRequest(db: Db, id: string): Promise<void> {
  await db.delete(idempotentRequests).where(ofUnknownOutcome(id));
}

const ofUnknownOutcome = (id: string) =>
  and(
    eq(idempotentRequests.id, id),
    isNull(idempotentRequests.responseEncrypted),
    isNotNull(idempotentRequests.leaseUntil),
  );

/** Their requests are still not carried out a second time, nor are those that did not finish. */
export async function removeStoredResponses(tx: Db): Promise<void> {
  await tx
    .update(idempotentRequests)
    .set({ responseEncrypted: null, leaseUntil: null })
    .where(or(isNotNull(idempotentRequests.responseEncrypted), lt(idempotentRequests.leaseUntil, sql`now()`)));
}

export async function sweepRequests(db: Db, keepMs: number): Promise<void> {
  await db.delete(idempotentRequests).where(lt(idempotentRequests.createdAt, fromNow(-keepMs)));
}
