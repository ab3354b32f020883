import { and, desc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { outboxMessages } from '../schema/outbox';

/** Addresses and import ids, until the end of the transaction, over all instances. Sorted, to avoid deadlocks. */
export async function lockContacts(tx: Db, names: readonly string[]): Promise<void> {
  const sorted = [...new Set(names)].sort();
  if (sorted.length === 0) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('contact ' || name, 0))
    from jsonb_array_elements_text(${JSON.stringify(sorted)}::jsonb) with ordinality as given(name, position)
    order by position`);
}

/** Messages of one event to these addresses since then that were not skipped. */
export async function listMessagesSince(
  db: Db,
  filter: { event: string; recipients: readonly string[]; since: Date },
): Promise<{ recipient: string; importId: string | null; createdAt: Date }[]> {
  if (filter.recipients.length === 0) return [];
  const { recipient, importId, createdAt, event, state } = outboxMessages;
  return db
    .select({ recipient, importId, createdAt })
    .from(outboxMessages)
    .where(
      and(
        inArray(recipient, [...filter.recipients]),
        gt(createdAt, filter.since),
        eq(event, filter.event),
        ne(state, 'skipped'),
      ),
    );
}

/** Like `listMessagesSince`, for one import and any address. */
export async function listMessageTimes(
  db: Db,
  filter: { event: string; importId: string; since: Date },
): Promise<Date[]> {
  const { importId, environment, createdAt, event, state } = outboxMessages;
  const rows = await db
    .select({ createdAt })
    .from(outboxMessages)
    .where(
      and(
        eq(environment, 'live'),
        eq(importId, filter.importId),
        gt(createdAt, filter.since),
        eq(event, filter.event),
        ne(state, 'skipped'),
      ),
    );
  return rows.map((row) => row.createdAt);
}

export async function readLastMessageAt(
  db: Db,
  filter: { event: string; importId: string; recipient: string },
): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: outboxMessages.createdAt })
    .from(outboxMessages)
    .where(
      and(
        eq(outboxMessages.recipient, filter.recipient),
        eq(outboxMessages.importId, filter.importId),
        eq(outboxMessages.event, filter.event),
        ne(outboxMessages.state, 'skipped'),
      ),
    )
    .orderBy(desc(outboxMessages.createdAt))
    .limit(1);
  return row?.createdAt ?? null;
}

const toCustomerOf = (importId: string, email: string) =>
  and(
    eq(outboxMessages.environment, 'live'),
    eq(outboxMessages.importId, importId),
    eq(outboxMessages.audience, 'customer'),
    sql`lower(${outboxMessages.recipient}) = ${email}`,
  );

/** Messages that wait for their first or next attempt. */
export async function skipPendingMessages(
  tx: Db,
  given: { importId: string; email: string; reason: string },
): Promise<void> {
  await tx
    .update(outboxMessages)
    .set({ state: 'skipped', reason: given.reason })
    .where(and(toCustomerOf(given.importId, given.email), eq(outboxMessages.state, 'pending')));
}

/** Undoes `skipPendingMessages` for messages that are not older than this. */
export async function restoreSkippedMessages(
  tx: Db,
  given: { importId: string; email: string; reason: string; since: Date },
): Promise<void> {
  await tx
    .update(outboxMessages)
    .set({ state: 'pending', reason: '' })
    .where(
      and(
        toCustomerOf(given.importId, given.email),
        eq(outboxMessages.state, 'skipped'),
        eq(outboxMessages.reason, given.reason),
        // Messages about changes while unsubscribed were never rendered.
        isNotNull(outboxMessages.contentEncrypted),
        gt(outboxMessages.createdAt, given.since),
      ),
    );
}
