import { createHash, randomUUID } from 'node:crypto';
import { and, asc, eq, getTableColumns, inArray, isNull, lte, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Channel } from '../../contract/outbox';
import type { Db } from '../database/database';
import { notificationRules, outboxAttempts, outboxMessages } from '../schema/outbox';
import { staff, throttleHits } from '../schema/staff';
import { recordMessageChange } from './record-message-change';

const open = ['pending', 'sending'] as const;
/** On the database clock. */
export const inMs = (ms: SQL | number) => sql`now() + ${ms} * interval '1 millisecond'`;

/** While a message is being sent, `next_at` is the end of its lease, so that it is due again if the process dies. */
const isDue = and(inArray(outboxMessages.state, [...open]), lte(outboxMessages.nextAt, sql`now()`));

/** Where it is sent next: the URL of its rule may have changed. */
export const nextRecipient = sql`coalesce((select r.target_host from notification_rules r
  where r.id = ${outboxMessages.ruleId}), ${outboxMessages.recipient})`;

const limitReached = 'Limit for this address reached. It will be sent later.';

export type DueMessage = Awaited<ReturnType<typeof lockDue>>[number];

/** Locks due messages that no other instance is claiming, with what decides whether they are still wanted. */
async function lockDue(tx: Db, where: SQL | undefined, limit: number) {
  return tx
    .select({
      ...getTableColumns(outboxMessages),
      wasTried: sql<boolean>`${outboxMessages.attempts} > 0
        or exists (select 1 from ${outboxAttempts} where ${outboxAttempts.messageId} = ${outboxMessages.id})`,
      rule: {
        enabled: notificationRules.enabled,
        targetEncrypted: notificationRules.targetEncrypted,
        addresses: notificationRules.addresses,
        events: notificationRules.events,
        environment: notificationRules.environment,
      },
      /** Whose personal rule it is. */
      person: { role: staff.role, disabledAt: staff.disabledAt },
    })
    .from(outboxMessages)
    .leftJoin(notificationRules, eq(notificationRules.id, outboxMessages.ruleId))
    .leftJoin(staff, eq(staff.id, notificationRules.staffId))
    .where(and(isDue, where))
    .orderBy(asc(outboxMessages.nextAt), asc(outboxMessages.createdAt))
    .limit(limit)
    .for('update', { of: outboxMessages, skipLocked: true });
}

/** Returns the messages as they are now. */
async function startSending<M extends DueMessage>(tx: Db, due: readonly M[], leaseMs: number): Promise<M[]> {
  if (due.length === 0) return [];
  await tx
    .update(outboxMessages)
    .set({
      state: 'sending',
      attempts: sql`${outboxMessages.attempts} + 1`,
      leaseUntil: inMs(leaseMs),
      nextAt: inMs(leaseMs),
    })
    .where(
      inArray(
        outboxMessages.id,
        due.map(({ id }) => id),
      ),
    );
  return due.map((message) => ({ ...message, state: 'sending', attempts: message.attempts + 1 }));
}

/** Also those whose process died while sending them. Returns them. */
export async function skipOpenMails(tx: Db, reason: string) {
  return tx
    .update(outboxMessages)
    .set({ state: 'skipped', reason, leaseUntil: null, contentEncrypted: null })
    .where(
      and(
        eq(outboxMessages.channel, 'email'),
        sql`(${outboxMessages.state} = 'pending' or (${outboxMessages.state} = 'sending' and ${outboxMessages.nextAt} <= now()))`,
      ),
    )
    .returning({ environment: outboxMessages.environment, importId: outboxMessages.importId });
}

export interface MailLimits {
  perHour: number;
  perDay: number;
}

export type ClaimedMail = DueMessage & {
  /** Counts against the recipient's limit. Delete it if the message certainly did not arrive. */
  hitId: string;
};

/**
 * Claims e-mails within the recipient's limit; the others wait, for a customer at most as many as a day allows. One
 * transaction at a time over all instances, so that two of them do not exceed it together.
 */
export async function claimMails(
  tx: Db,
  options: { limit: number; leaseMs: number; limits: Record<'customer' | 'staff', MailLimits> },
): Promise<{ claimed: ClaimedMail[]; waiting: number }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('outbox mail', 0))`);
  const due = await lockDue(tx, eq(outboxMessages.channel, 'email'), options.limit);
  const used = await readUse(tx, [...new Set(due.map(bucketOf))]);
  const claimed: ClaimedMail[] = [];
  const beyondLimit: { message: DueMessage; ms: number }[] = [];
  for (const message of due) {
    const { perHour, perDay } = options.limits[message.audience];
    const bucket = bucketOf(message);
    const use = used.get(bucket) ?? { hour: 0, day: 0, hourEndsMs: hourMs, dayEndsMs: 24 * hourMs };
    if (use.day < perDay && use.hour < perHour) {
      used.set(bucket, { ...use, hour: use.hour + 1, day: use.day + 1 });
      claimed.push({ ...message, hitId: randomUUID() });
    } else beyondLimit.push({ message, ms: use.day >= perDay ? use.dayEndsMs : use.hourEndsMs });
  }
  const waitingCounts = await countNotDue(
    tx,
    due,
    beyondLimit.map(({ message }) => message),
  );
  const waiting: { id: string; ms: number }[] = [];
  const tooMany: string[] = [];
  for (const { message, ms } of beyondLimit) {
    const bucket = bucketOf(message);
    const count = waitingCounts.get(bucket) ?? 0;
    waitingCounts.set(bucket, count + 1);
    if (count < options.limits[message.audience].perDay) waiting.push({ id: message.id, ms });
    else tooMany.push(message.id);
  }
  if (waiting.length > 0) {
    await tx
      .update(outboxMessages)
      .set({
        state: 'pending',
        leaseUntil: null,
        nextAt: inMs(sql`given.ms`),
        reason: limitReached,
      })
      .from(sql`jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as given(id uuid, ms float8)`)
      .where(sql`${outboxMessages.id} = given.id`);
  }
  if (tooMany.length > 0) {
    const skipped = await tx
      .update(outboxMessages)
      .set({ state: 'skipped', reason: 'Too many e-mails to this address.', leaseUntil: null })
      .where(inArray(outboxMessages.id, tooMany))
      .returning({ environment: outboxMessages.environment, importId: outboxMessages.importId });
    await recordMessageChange(tx, skipped);
  }
  const started = await startSending(tx, claimed, options.leaseMs);
  const hits = claimed.map((message) => ({ id: message.hitId, bucket: bucketOf(message) }));
  if (hits.length > 0) await tx.insert(throttleHits).values(hits.map((hit) => ({ ...hit, at: sql`now()` })));
  return { claimed: started, waiting: waiting.length + tooMany.length };
}

const hourMs = 3_600_000;

/** Test messages do not use up what alerts need. */
function bucketOf({ audience, event, recipient }: DueMessage): string {
  return bucketName(event === 'test' ? event : audience, recipient);
}

/** Addresses differ in more than case, but mailboxes do not. */
function bucketName(kind: string, recipient: string): string {
  return `mail ${kind} ${createHash('sha256').update(recipient.toLowerCase()).digest('base64url')}`;
}

/** What waits for these recipients besides the messages that are due, by bucket. */
async function countNotDue(
  tx: Db,
  due: readonly DueMessage[],
  beyondLimit: readonly DueMessage[],
): Promise<Map<string, number>> {
  if (beyondLimit.length === 0) return new Map();
  const kind = sql<string>`case when ${outboxMessages.event} = 'test' then 'test' else ${outboxMessages.audience} end`;
  const recipient = sql<string>`lower(${outboxMessages.recipient})`;
  const rows = await tx
    .select({ kind, recipient, count: sql<number>`count(*)::int` })
    .from(outboxMessages)
    .where(
      and(
        eq(outboxMessages.channel, 'email'),
        inArray(outboxMessages.state, [...open]),
        inArray(recipient, [...new Set(beyondLimit.map((message) => message.recipient.toLowerCase()))]),
        notInArray(
          outboxMessages.id,
          due.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(sql`1`, sql`2`);
  return new Map(rows.map((row) => [bucketName(row.kind, row.recipient), row.count]));
}

async function readUse(tx: Db, buckets: readonly string[]) {
  const { bucket, at } = throttleHits;
  const within = sql`${at} > now() - interval '1 hour'`;
  const msUntil = (end: SQL) => sql<number>`greatest(1000, 1000 * extract(epoch from ${end} - now()))::float8`;
  const rows =
    buckets.length === 0
      ? []
      : await tx
          .select({
            bucket,
            hour: sql<number>`(count(*) filter (where ${within}))::int`,
            day: sql<number>`count(*)::int`,
            hourEndsMs: msUntil(sql`coalesce(min(${at}) filter (where ${within}), now()) + interval '1 hour'`),
            dayEndsMs: msUntil(sql`min(${at}) + interval '1 day'`),
          })
          .from(throttleHits)
          .where(and(inArray(bucket, [...buckets]), sql`${at} > now() - interval '1 day'`))
          .groupBy(bucket);
  return new Map(rows.map(({ bucket: name, ...use }) => [name, use]));
}

/** The rule, or the channel of a message without one. */
export const receiverOf = (message: { ruleId: string | null; channel: string }): string =>
  message.ruleId ?? message.channel;

/** More are claimed after these. */
const maxConsidered = 500;

/**
 * Claims messages of these channels, at most `perReceiver` for each receiver including those that are in flight, so that
 * a slow one does not delay the others.
 */
export async function claimPosts(
  tx: Db,
  options: {
    channels: readonly Channel[];
    limit: number;
    leaseMs: number;
    perReceiver: number;
    inFlight: ReadonlyMap<string, number>;
  },
): Promise<DueMessage[]> {
  const { limit, leaseMs, perReceiver, inFlight } = options;
  const receiver = sql`coalesce(${outboxMessages.ruleId}::text, ${outboxMessages.channel})`;
  const busy = [...inFlight].filter(([, count]) => count >= perReceiver).map(([name]) => name);
  const due = tx
    .select({ id: outboxMessages.id, nextAt: outboxMessages.nextAt, receiver: sql<string>`${receiver}`.as('receiver') })
    .from(outboxMessages)
    .where(
      and(
        isDue,
        inArray(outboxMessages.channel, [...options.channels]),
        busy.length === 0 ? undefined : sql`${receiver} not in ${busy}`,
      ),
    )
    .orderBy(asc(outboxMessages.nextAt))
    .limit(maxConsidered)
    .as('due');
  const oldest = tx
    .select({
      id: due.id,
      receiver: due.receiver,
      nr: sql<number>`row_number() over (partition by ${due.receiver} order by ${due.nextAt})`.as('nr'),
    })
    .from(due)
    .as('oldest');
  const remaining = sql`${perReceiver} - coalesce((${JSON.stringify(Object.fromEntries(inFlight))}::jsonb ->> ${oldest.receiver})::int, 0)`;
  const ids = tx
    .select({ id: oldest.id })
    .from(oldest)
    .where(sql`${oldest.nr} <= ${remaining}`);
  return startSending(tx, await lockDue(tx, inArray(outboxMessages.id, ids), limit), leaseMs);
}

/** Until the next message is due; undefined without any. */
export async function readMsToNextMessage(db: Db, channels: readonly Channel[]): Promise<number | undefined> {
  const [row] = await db
    .select({ ms: sql<number | null>`(1000 * extract(epoch from min(${outboxMessages.nextAt}) - now()))::float8` })
    .from(outboxMessages)
    .where(and(inArray(outboxMessages.state, [...open]), inArray(outboxMessages.channel, [...channels])));
  return row?.ms ?? undefined;
}

/** How long the oldest message that is due has waited; 0 without any. */
export async function readOldestDueS(db: Db): Promise<number> {
  const [row] = await db
    .select({ s: sql<number | null>`extract(epoch from now() - min(${outboxMessages.nextAt}))::float8` })
    .from(outboxMessages)
    .where(and(isDue, isNull(outboxMessages.leaseUntil)));
  return row?.s ?? 0;
}

export const channels = outboxMessages.channel.enumValues;

/** Messages that are not sent yet, also those that are not due. */
export async function countPendingMessages(db: Db): Promise<Partial<Record<(typeof channels)[number], number>>> {
  const rows = await db
    .select({ channel: outboxMessages.channel, count: sql<number>`count(*)::int` })
    .from(outboxMessages)
    .where(inArray(outboxMessages.state, [...open]))
    .groupBy(outboxMessages.channel);
  return Object.fromEntries(rows.map(({ channel, count }) => [channel, count]));
}
