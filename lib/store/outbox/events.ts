import { and, asc, eq, gt, inArray, lte, min, or, sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { StaffEvent } from '../../contract/outbox';
import type { Db } from '../database/database';
import { isOneOf } from '../database/is-one-of';
import { recordChange } from '../events/changes';
import { imports } from '../schema/imports';
import { pollUnits } from '../schema/polling';
import { outboxEvents } from '../schema/outbox';

export type OutboxEventRow = typeof outboxEvents.$inferSelect;

export interface NewStaffEvent {
  kind: StaffEvent;
  environment: Environment;
  importId: string | null;
  /** What the message says, in a sentence, without names of customers. */
  text: string;
}

/** Call it in the transaction of the change, which wakes the job. Changes of imports are recorded by triggers. */
export async function recordStaffEvent(tx: Db, { text, ...row }: NewStaffEvent): Promise<void> {
  await tx.insert(outboxEvents).values({ ...row, data: { text } });
}

/** For conditions, which begin without a change. */
export async function recordConditions(tx: Db, events: readonly NewStaffEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.insert(outboxEvents).values(events.map(({ text, ...row }) => ({ ...row, data: { text } })));
  await wakeMessageJob(tx);
}

/** For an event without a change. The subject is not the id of an import, so open pages of imports stay as they are. */
async function wakeMessageJob(tx: Db): Promise<void> {
  await recordChange(tx, { kind: 'message', environment: 'live', subject: 'events' });
}

/**
 * For a request while a decision is open: its customer hears of it, but the summary on the import stays the same, so the
 * trigger records nothing.
 */
export async function recordRequestEvent(
  tx: Db,
  { status, ...row }: { environment: Environment; importId: string; status: string | null },
): Promise<void> {
  await tx.insert(outboxEvents).values({ ...row, kind: 'import', data: { from: { status, decision: 'none' } } });
}

export const linkRequest = 'send_links';

/**
 * A request for the links of an address, which `data` has encrypted. Due a second later, when the response has been sent:
 * the job takes longer for a known address, and the response must not wait for it.
 */
export async function recordLinkRequest(tx: Db, data: object): Promise<void> {
  const dueAt = sql`now() + interval '1 second'`;
  await tx.insert(outboxEvents).values({ kind: linkRequest, environment: 'live', importId: null, data, dueAt });
  await wakeMessageJob(tx);
}

/** Rounded like the columns; otherwise an event could be due up to half a millisecond after it was written. */
const nowInMs = sql`now()::timestamptz(3)`;

/** Locks the oldest events that no other instance is processing. Delete or postpone them in the same transaction. */
export async function claimEvents(tx: Db, limit: number): Promise<OutboxEventRow[]> {
  return tx
    .select()
    .from(outboxEvents)
    .where(lte(outboxEvents.dueAt, nowInMs))
    .orderBy(asc(outboxEvents.id))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** For an event that cannot be processed: it is due again after as long as it has been there, at most a day. Returns its id. */
export async function postponeOldestEvent(tx: Db): Promise<number | undefined> {
  const [event] = await claimEvents(tx, 1);
  if (!event) return undefined;
  const age = sql`least(greatest(now() - ${outboxEvents.at}, interval '1 minute'), interval '1 day')`;
  await tx
    .update(outboxEvents)
    .set({ dueAt: sql`now() + ${age}` })
    .where(eq(outboxEvents.id, event.id));
  return event.id;
}

/** Messages about these statuses have a summary, which neither a webhook nor a list contains. */
const summarised = ['Sample migration completed', 'Migration completed'];

/**
 * Postpones changes to such a status while the poller still has to read the details, for at most two minutes. Returns the
 * ids of those that were postponed.
 */
export async function postponeUntilDetailed(tx: Db, events: readonly OutboxEventRow[]): Promise<Set<number>> {
  const importIds = new Set(
    events.flatMap(({ environment, importId }) => (environment === 'live' && importId !== null ? [importId] : [])),
  );
  if (importIds.size === 0) return new Set();
  const undetailed = await tx
    .select({
      id: imports.id,
      status: imports.statusKey,
      notBefore: sql`now() - interval '2 minutes'`.mapWith(outboxEvents.at),
    })
    .from(imports)
    .innerJoin(pollUnits, and(eq(pollUnits.kind, 'import'), eq(pollUnits.key, imports.id)))
    .where(
      and(
        eq(imports.environment, 'live'),
        isOneOf(imports.id, [...importIds]),
        inArray(imports.statusKey, summarised),
        // After a failed read, the next one is due later.
        or(lte(pollUnits.nextPollAt, sql`now()`), gt(pollUnits.failures, 0)),
      ),
    );
  const undetailedById = new Map(undetailed.map((row) => [row.id, row]));
  const postponed = events.flatMap(({ id, environment, importId, at, data }) => {
    const found = environment === 'live' ? undetailedById.get(importId ?? '') : undefined;
    return found && at > found.notBefore && statusBefore(data) !== found.status ? [id] : [];
  });
  if (postponed.length > 0) {
    await tx
      .update(outboxEvents)
      .set({ dueAt: sql`now() + interval '2 seconds'` })
      .where(isOneOf(outboxEvents.id, postponed));
  }
  return new Set(postponed);
}

function statusBefore(data: unknown): unknown {
  const { from } = data as { from?: { status?: unknown } | null };
  return from?.status;
}

/** Negative if one is overdue, undefined if there is none. */
export async function readMsToNextEvent(db: Db): Promise<number | undefined> {
  const [row] = await db
    .select({ ms: sql<number | null>`extract(epoch from ${min(outboxEvents.dueAt)} - now()) * 1000`.mapWith(Number) })
    .from(outboxEvents);
  return row?.ms ?? undefined;
}

export async function deleteEvents(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(outboxEvents).where(isOneOf(outboxEvents.id, ids));
}

/** Deletes the events of this transaction, for writes that change nothing for customers or staff, such as a rebuild. */
export async function deleteOwnEvents(tx: Db): Promise<void> {
  await tx.delete(outboxEvents).where(sql`xmin = pg_current_xact_id()::xid`);
}
