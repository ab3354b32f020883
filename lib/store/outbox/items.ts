import { and, asc, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { insertMany } from '../database/insert-many';
import { notificationItems, outboxMessages } from '../schema/outbox';

export type NewItem = typeof notificationItems.$inferInsert;

interface TakenItem {
  id: number;
  kind: string;
  environment: Environment;
  importId: string | null;
  data: unknown;
  atMs: number;
}

export interface TakenItems {
  counts: { kind: string; count: number }[];
  /** The first of each kind, then the second of each kind, and so on. */
  first: TakenItem[];
}

export async function insertItems(tx: Db, rows: readonly NewItem[]): Promise<void> {
  await insertMany(tx, notificationItems, rows);
}

/** When the first item of each rule is due. Reads one row per rule, however many items wait. */
export async function listEarliestItems(db: Db): Promise<{ rule: string; dueMs: number }[]> {
  return db.select({ rule: sql<string>`rule`, dueMs: sql<number>`(extract(epoch from due_at) * 1000)::float8` }).from(
    sql`(with recursive earliest as (
        (select rule, due_at from notification_items order by rule, due_at limit 1)
        union all
        select next.rule, next.due_at from earliest, lateral (
          select rule, due_at from notification_items where rule > earliest.rule order by rule, due_at limit 1
        ) as next
      ) select rule, due_at from earliest) as earliest`,
  );
}

/** False while another instance writes the message of this rule. */
export async function tryLockRule(tx: Db, rule: string): Promise<boolean> {
  const [row] = await tx
    .select({
      locked: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`notification rule ${rule}`}, 0))`,
    })
    .from(sql`(select 1) as one`);
  return row?.locked ?? false;
}

/**
 * Deletes all items of a rule and returns, of those that the rule still wants, how many there were of each kind, and
 * `limit` of them. One statement, so that an item that is added meanwhile is either counted or kept.
 */
export async function takeItems(
  tx: Db,
  rule: string,
  wanted: { kinds: readonly string[]; environment: Environment | 'all'; limit: number },
): Promise<TakenItems> {
  const taken = tx.$with('taken').as(tx.delete(notificationItems).where(eq(notificationItems.rule, rule)).returning());
  const isWanted = sql`kind in (select jsonb_array_elements_text(${JSON.stringify(wanted.kinds)}::jsonb))
    and ${wanted.environment}::text in ('all', environment)`;
  const [row] = await tx
    .with(taken)
    .select({
      counts: sql<TakenItems['counts']>`(
        select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'count', count)), '[]')
        from (select kind, count(*) as count from taken where ${isWanted} group by kind) as counted)`,
      first: sql<TakenItem[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'environment', environment,
          'importId', import_id, 'data', data, 'atMs', floor(extract(epoch from at) * 1000)) order by place, id), '[]')
        from (select *, row_number() over (partition by kind order by id) as place from taken where ${isWanted}
          order by place, id limit ${wanted.limit}) as listed)`,
    })
    .from(sql`(select 1) as one`);
  return row ?? { counts: [], first: [] };
}

export async function dropItems(tx: Db, rule: string): Promise<void> {
  await tx.delete(notificationItems).where(eq(notificationItems.rule, rule));
}

export async function postponeItems(tx: Db, rule: string, until: Date): Promise<void> {
  await tx
    .update(notificationItems)
    .set({ dueAt: until })
    .where(and(eq(notificationItems.rule, rule), lt(notificationItems.dueAt, until)));
}

/** After a change of the rule's schedule. */
export async function rescheduleItems(tx: Db, rule: string, dueAt: Date): Promise<void> {
  await tx.update(notificationItems).set({ dueAt }).where(eq(notificationItems.rule, rule));
}

/** The messages of NOTIFY_URL have no rule, so they are found by their recipient. */
export type MessageSource = { ruleId: string } | { ruleId: null; recipient: string };

const ofSource = (source: MessageSource) =>
  and(
    source.ruleId === null
      ? and(eq(outboxMessages.recipient, source.recipient), eq(outboxMessages.channel, 'json'))
      : eq(outboxMessages.ruleId, source.ruleId),
    ne(outboxMessages.event, 'test'),
  );

/** When messages of a rule were written, newest first, and whether all that were written then still wait. */
export async function listWrites(
  tx: Db,
  source: MessageSource,
  { since, limit }: { since: Date; limit: number },
): Promise<{ at: Date; isWaiting: boolean }[]> {
  const { createdAt, state } = outboxMessages;
  return tx
    .select({ at: createdAt, isWaiting: sql<boolean>`bool_and(${state} in ('pending', 'sending'))` })
    .from(outboxMessages)
    .where(and(ofSource(source), gt(createdAt, since)))
    .groupBy(createdAt)
    .orderBy(desc(createdAt))
    .limit(limit);
}

/** Messages of a rule that wait, oldest first. Those that are being claimed are left out. */
export async function lockWaitingMessages(tx: Db, source: MessageSource, since: Date) {
  const { id, recipient, contentEncrypted, createdAt, state } = outboxMessages;
  return tx
    .select({ id, recipient, contentEncrypted })
    .from(outboxMessages)
    .where(and(ofSource(source), eq(state, 'pending'), gt(createdAt, since)))
    .orderBy(asc(createdAt))
    .for('update', { skipLocked: true });
}

/** The content is kept, for the log. */
export async function skipWaitingMessages(tx: Db, ids: readonly string[], reason: string): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(outboxMessages)
    .set({ state: 'skipped', reason })
    .where(inArray(outboxMessages.id, [...ids]));
}
