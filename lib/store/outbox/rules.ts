import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database/database';
import { notificationItems, notificationRules, outboxMessages } from '../schema/outbox';

export type RuleRow = typeof notificationRules.$inferSelect;

/** The newest message of a rule. */
export type LastMessageRow = Pick<typeof outboxMessages.$inferSelect, 'state' | 'reason' | 'createdAt' | 'sentAt'>;

export interface RuleWithLastMessage {
  rule: RuleRow;
  last: LastMessageRow | null;
}

/** Ordered by name, without the personal ones. */
export async function listSharedRules(db: Db): Promise<RuleWithLastMessage[]> {
  return selectRules(db, isNull(notificationRules.staffId));
}

export async function findSharedRule(db: Db, id: string): Promise<RuleWithLastMessage | undefined> {
  const [found] = await selectRules(db, and(eq(notificationRules.id, id), isNull(notificationRules.staffId)));
  return found;
}

export async function findPersonalRule(db: Db, staffId: string): Promise<RuleWithLastMessage | undefined> {
  const [found] = await selectRules(db, eq(notificationRules.staffId, staffId));
  return found;
}

async function selectRules(db: Db, where: SQL | undefined): Promise<RuleWithLastMessage[]> {
  const last = newestMessage(db, eq(outboxMessages.ruleId, notificationRules.id)).as('last');
  const rows = await db
    .select({
      rule: notificationRules,
      state: last.state,
      reason: last.reason,
      createdAt: last.createdAt,
      sentAt: last.sentAt,
    })
    .from(notificationRules)
    .leftJoinLateral(last, sql`true`)
    .where(where)
    .orderBy(sql`lower(${notificationRules.name})`, asc(notificationRules.id));
  return rows.map(({ rule, state, reason, createdAt, sentAt }) => ({
    rule,
    last: state && createdAt ? { state, reason: reason ?? '', createdAt, sentAt } : null,
  }));
}

/** For NOTIFY_URL, whose messages have no rule. */
export async function findLastJsonMessage(db: Db, host: string): Promise<LastMessageRow | undefined> {
  const [found] = await newestMessage(db, and(eq(outboxMessages.recipient, host), eq(outboxMessages.channel, 'json')));
  return found;
}

/** Among those written together, a failed one comes first. */
function newestMessage(db: Db, where: SQL | undefined) {
  return db
    .select({
      state: outboxMessages.state,
      reason: outboxMessages.reason,
      createdAt: outboxMessages.createdAt,
      sentAt: outboxMessages.sentAt,
    })
    .from(outboxMessages)
    .where(where)
    .orderBy(desc(outboxMessages.createdAt), sql`${outboxMessages.state} = 'failed' desc`)
    .limit(1);
}

export async function countSharedRules(db: Db): Promise<number> {
  return db.$count(notificationRules, isNull(notificationRules.staffId));
}

export async function lockSharedRule(tx: Db, id: string): Promise<RuleRow | undefined> {
  const [row] = await tx
    .select()
    .from(notificationRules)
    .where(and(eq(notificationRules.id, id), isNull(notificationRules.staffId)))
    .for('update');
  return row;
}

export async function insertRule(tx: Db, row: typeof notificationRules.$inferInsert): Promise<void> {
  await tx.insert(notificationRules).values(row);
}

/** Messages that wait are sent to the new host. */
export async function updateRule(tx: Db, { id, ...change }: Partial<RuleRow> & { id: string }): Promise<void> {
  await tx.update(notificationRules).set(change).where(eq(notificationRules.id, id));
  if (!change.targetHost) return;
  await tx
    .update(outboxMessages)
    .set({ recipient: change.targetHost })
    .where(and(eq(outboxMessages.ruleId, id), eq(outboxMessages.state, 'pending')));
}

/** The only rule of this person. */
export async function putPersonalRule(
  tx: Db,
  row: typeof notificationRules.$inferInsert & { staffId: string },
): Promise<void> {
  const { id: _id, staffId: _staffId, ...change } = row;
  await tx
    .insert(notificationRules)
    .values(row)
    .onConflictDoUpdate({
      target: notificationRules.staffId,
      set: { ...change, version: sql`${notificationRules.version} + 1` },
    });
}

/** Why a message of a deleted rule is not sent. */
export const ruleDeleted = 'The rule was deleted.';

/** With what it has collected. Messages that are not sent yet stay in the log as skipped. */
export async function deleteRule(tx: Db, id: string): Promise<void> {
  await tx.delete(notificationItems).where(eq(notificationItems.rule, id));
  await tx
    .update(outboxMessages)
    .set({ state: 'skipped', reason: ruleDeleted })
    .where(and(eq(outboxMessages.ruleId, id), eq(outboxMessages.state, 'pending')));
  await tx.delete(notificationRules).where(eq(notificationRules.id, id));
}
