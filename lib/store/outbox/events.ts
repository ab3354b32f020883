import { asc, inArray } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { StaffEvent } from '../../contract/outbox';
import type { Db } from '../database/database';
import { outboxEvents } from '../schema/outbox';

export type OutboxEventRow = typeof outboxEvents.$inferSelect;

export interface NewStaffEvent {
  kind: StaffEvent;
  environment: Environment;
  importId: string | null;
  /** What the message says, in a sentence, without names of customers. */
  text: string;
}

/** Call it in the transaction of the change. Changes of imports are recorded by triggers. */
export async function recordStaffEvent(tx: Db, event: NewStaffEvent): Promise<void> {
  await recordStaffEvents(tx, [event]);
}

export async function recordStaffEvents(tx: Db, events: readonly NewStaffEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.insert(outboxEvents).values(events.map(({ text, ...row }) => ({ ...row, data: { text } })));
}

/** Locks the oldest events that no other instance is processing. Delete them in the same transaction. */
export async function claimEvents(tx: Db, limit: number): Promise<OutboxEventRow[]> {
  return tx.select().from(outboxEvents).orderBy(asc(outboxEvents.id)).limit(limit).for('update', { skipLocked: true });
}

export async function deleteEvents(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(outboxEvents).where(inArray(outboxEvents.id, [...ids]));
}
