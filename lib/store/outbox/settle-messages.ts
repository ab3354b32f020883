import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { outboxAttempts, outboxMessages } from '../schema/outbox';
import { inMs, nextRecipient, type DueMessage } from './send-queue';

/** How an attempt ended, or why there was none. */
export interface Settlement {
  message: Pick<DueMessage, 'id' | 'attempts'>;
  state: 'sent' | 'failed' | 'skipped' | 'pending';
  reason: string;
  /** For `pending`: when it is due again. */
  inMs: number | null;
  /** False: nothing was sent, so that it does not count as an attempt. */
  counts: boolean;
  /** To delete, because the message did not arrive. */
  hitId?: string;
  attempt: {
    outcome: 'sent' | 'retry' | 'failed';
    /** That a webhook was sent to. */
    host?: string | undefined;
    status: number | null;
    response: string;
    durationMs: number;
    /** It failed like the one before, whose row keeps its time and gets this response. */
    repeats?: boolean;
  } | null;
}

/**
 * Stores the outcomes. A message that another instance has claimed since keeps its state; its attempt is stored.
 * Returns the messages that changed.
 */
export async function settleMessages(tx: Db, settlements: readonly Settlement[]) {
  const given = settlements.map(({ message, state, reason, inMs: ms, counts, attempt, hitId }) => {
    // Not the whole message, which has its content.
    const { id, attempts } = message;
    const [unused, undelivered] = [counts ? 0 : 1, counts && hitId !== undefined ? 1 : 0];
    return { id, attempts, state, reason: toText(reason), ms, unused, undelivered, host: attempt?.host };
  });
  const settled = await tx
    .update(outboxMessages)
    .set({
      state: sql`given.state`,
      reason: sql`given.reason`,
      recipient: sql`case when given.state = 'pending' then ${nextRecipient}
        else coalesce(given.host, ${outboxMessages.recipient}) end`,
      attempts: sql`${outboxMessages.attempts} - given.unused`,
      undelivered: sql`${outboxMessages.undelivered} + given.undelivered`,
      nextAt: sql`coalesce(${inMs(sql`given.ms`)}, ${outboxMessages.nextAt})`,
      leaseUntil: null,
      sentAt: sql`case when given.state = 'sent' then now() end`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given(id uuid, attempts int, state text, reason text, ms float8, unused int, undelivered int, host text)`,
    )
    .where(
      sql`${outboxMessages.id} = given.id and ${outboxMessages.state} = 'sending' and ${outboxMessages.attempts} = given.attempts`,
    )
    .returning({
      id: outboxMessages.id,
      state: outboxMessages.state,
      environment: outboxMessages.environment,
      importId: outboxMessages.importId,
    });
  const attempts = settlements.flatMap(({ message, attempt }) =>
    attempt ? [{ messageId: message.id, ...attempt, response: toText(attempt.response) }] : [],
  );
  if (attempts.length > 0) {
    const given = sql`jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb)
        as given("messageId" uuid, outcome text, host text, status int, response text, "durationMs" int, repeats boolean)`;
    // Only of messages that still exist: the customer's data may have been erased.
    await tx.execute(sql`
      with repeated as (
        update ${outboxAttempts} a set status = given.status, response = given.response, duration_ms = given."durationMs"
        from ${given}
        where given.repeats and a.id = (
          select max(last.id) from ${outboxAttempts} last where last.message_id = given."messageId")
        returning a.message_id)
      insert into ${outboxAttempts} (message_id, at, outcome, host, status, response, duration_ms)
      select ${outboxMessages.id}, now(), given.outcome, given.host, given.status, given.response, given."durationMs"
      from ${given}
      join ${outboxMessages} on ${outboxMessages.id} = given."messageId"
      where not exists (select 1 from repeated where repeated.message_id = given."messageId")`);
  }
  return settled;
}

/** What PostgreSQL can store: well-formed and without NUL. */
const toText = (text: string) => text.slice(0, 1000).replaceAll('\0', '').toWellFormed();

/** A server further on has returned the message after it was sent. Undefined if it was not sent. */
export async function returnMessage(
  tx: Db,
  { id, status, reason, response }: { id: string; status: number | null; reason: string; response: string },
) {
  const [returned] = await tx
    .update(outboxMessages)
    .set({ state: 'failed', reason: toText(reason) })
    .where(and(eq(outboxMessages.id, id), inArray(outboxMessages.state, ['sent', 'failed'])))
    .returning();
  if (!returned) return undefined;
  const attempt = { outcome: 'failed', status, response: toText(response), durationMs: 0 } as const;
  await tx.insert(outboxAttempts).values({ messageId: id, at: sql`now()`, ...attempt });
  return returned;
}
