import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../database/database';
import type { OutboxMessageRow } from '../outbox/messages';
import type { RuleRow } from '../outbox/rules';
import { deliveries, deliveryCounters } from '../schema/webhooks';
import { alerts, notificationItems, notificationRules, outboxEvents, outboxMessages } from '../schema/outbox';

/** An enabled rule for all environments, by e-mail and at once, unless overridden. */
export async function insertRule(db: Db, rule: Partial<RuleRow>): Promise<RuleRow> {
  const [row] = await db
    .insert(notificationRules)
    .values({
      id: randomUUID(),
      name: 'Approvers',
      events: ['request_waiting'],
      environment: 'all',
      channel: 'email',
      addresses: rule.staffId === undefined && (rule.channel ?? 'email') === 'email' ? ['team@northdesk.example'] : [],
      targetHost: rule.channel === 'slack' || rule.channel === 'webhook' ? 'hooks.example' : null,
      schedule: 'now',
      by: 'Ada',
      at: new Date('2026-01-01T00:00:00Z'),
      ...rule,
    })
    .returning();
  if (!row) throw new Error('the rule was not inserted');
  return row;
}

export async function updateRules(db: Db, change: Partial<RuleRow>): Promise<void> {
  await db.update(notificationRules).set(change);
}

export async function deleteRules(db: Db): Promise<void> {
  await db.delete(notificationRules);
}

export async function insertEvents(db: Db, rows: readonly (typeof outboxEvents.$inferInsert)[]): Promise<void> {
  await db.insert(outboxEvents).values([...rows]);
}

export async function listEvents(db: Db): Promise<(typeof outboxEvents.$inferSelect)[]> {
  return db.select().from(outboxEvents).orderBy(asc(outboxEvents.id));
}

export async function truncateOutbox(db: Db): Promise<void> {
  for (const table of [outboxEvents, notificationItems, notificationRules, outboxMessages, alerts])
    await db.delete(table);
}

export async function listItems(db: Db): Promise<(typeof notificationItems.$inferSelect)[]> {
  return db.select().from(notificationItems).orderBy(asc(notificationItems.id));
}

export async function listAlerts(db: Db): Promise<string[]> {
  const rows = await db.select().from(alerts).orderBy(asc(alerts.key));
  return rows.map(({ key }) => key);
}

export async function listMessageRows(db: Db): Promise<OutboxMessageRow[]> {
  return db.select().from(outboxMessages).orderBy(asc(outboxMessages.createdAt), asc(outboxMessages.key));
}

/** All of them, or one. */
export async function updateMessages(db: Db, change: Partial<OutboxMessageRow>, id?: string): Promise<void> {
  await db
    .update(outboxMessages)
    .set(change)
    .where(id === undefined ? undefined : eq(outboxMessages.id, id));
}

export async function insertDelivery(
  db: Db,
  delivery: Pick<typeof deliveries.$inferInsert, 'receivedAt' | 'verdict'> & { failure?: string },
): Promise<void> {
  await db.insert(deliveries).values({
    id: randomUUID(),
    contentHash: randomUUID(),
    bodyEncrypted: Buffer.from('x'),
    bodyBytes: 1,
    headers: {},
    reason: '',
    lastReceivedAt: delivery.receivedAt,
    address: '203.0.113.1',
    ...delivery,
  });
}

export async function deleteDeliveryRows(db: Db): Promise<void> {
  await db.delete(deliveries);
  await db.delete(deliveryCounters);
}

export async function setLastVerified(db: Db, lastAt: Date): Promise<void> {
  await db.insert(deliveryCounters).values({ verdict: 'verified', count: 1, lastAt });
}
