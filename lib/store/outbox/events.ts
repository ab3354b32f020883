import { asc, inArray, sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { StaffEvent } from '../../contract/outbox';
import type { Db } from '../database/database';
import { outboxEvents } from '../schema/outbox';

export type OutboxEventRow = typeof outboxEvents.$inferSelect;

/** Call it in the transaction of the change. Changes of imports are recorded by triggers. */
export async function recordStaffEvent(
  tx: Db,
  event: {
    kind: StaffEvent;
    environment: Environment;
    importId: string | null;
    /** What the message says, in a sentence. */
    text: string;
  },
): Promise<void> {
  const { text, ...row } = event;
  await tx.insert(outboxEvents).values({ ...row, data: { text } });
}

/** Locks the oldest events that no other instance is processing. Delete them in the same transaction. */
export async function claimEvents(tx: Db, limit: number): Promise<OutboxEventRow[]> {
  return tx.select().from(outboxEvents).orderBy(asc(outboxEvents.id)).limit(limit).for('update', { skipLocked: true });
}

export async function deleteEvents(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(outboxEvents).where(inArray(outboxEvents.id, [...ids]));
}

/** Those of this transaction, for writes that change nothing for customers or staff, such as a rebuild. */
export async function deleteOwnEvents(tx: Db): Promise<void> {
  await tx.delete(outboxEvents).where(sql`xmin = pg_current_xact_id()::xid`);
}
