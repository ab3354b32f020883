import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { systemClock } from '../../core/clock';
import { seeded } from '../../core/testing/seeded';
import type { Database } from '../../store/database/database';
import { insertMessages, type NewMessage, type OutboxMessageRow } from '../../store/outbox/messages';
import { notificationRules, outboxAttempts, outboxMessages } from '../../store/schema/outbox';
import type { DeliveryDeps } from '../delivery/delivery-deps';
import { encryptContent, type EmailContent, type MessageContent } from '../message-content';
import { encryptTarget, type RuleTarget } from '../staff/rule-target';
import { makeOutboxDeps } from './make-outbox-deps';

export const sampleEmail: EmailContent = {
  kind: 'email',
  subject: 'Your sample is ready',
  text: 'Your sample is ready.',
  html: '<p>Your sample is ready.</p>',
  headers: {},
  logo: null,
};

export type TestOutbox = ReturnType<typeof openOutbox>;

/** The outbox on a test database, and what tests write into it and read from it. */
export function openOutbox(database: Database, more: Partial<DeliveryDeps> = {}) {
  const outcomes: string[] = [];
  const deps: DeliveryDeps = {
    ...makeOutboxDeps(database, { clock: systemClock, random: seeded(1) }),
    publicOrigin: 'https://landfall.company.example',
    fetch,
    metrics: { message: ({ channel, outcome }) => outcomes.push(`${channel} ${outcome}`) },
    ...more,
  };
  const { db } = database;
  return {
    deps,
    /** What the metrics counted. */
    outcomes,
    /** A message that is due, to a customer by e-mail unless given. */
    async add(given: Partial<NewMessage> = {}, content: MessageContent = sampleEmail): Promise<string> {
      const id = randomUUID();
      const contentEncrypted = encryptContent(deps, content);
      const defaults = { audience: 'customer', channel: 'email', event: 'sample_ready', state: 'pending' } as const;
      const recipient = `${id.slice(0, 8)}@customer.example`;
      const message = { id, key: id, recipient, contentEncrypted, ...defaults, createdAt: new Date(), ...given };
      await insertMessages(db, [message]);
      return id;
    },
    async addRule(channel: 'slack' | 'webhook', target: RuleTarget, enabled = true): Promise<string> {
      const id = randomUUID();
      await db.insert(notificationRules).values({
        id,
        name: 'Rule',
        events: [],
        environment: 'all',
        channel,
        addresses: [],
        targetEncrypted: encryptTarget(deps, target),
        targetHost: new URL(target.url).host,
        schedule: 'now',
        enabled,
        by: 'Ada',
        at: new Date(),
      });
      return id;
    },
    async read(id: string): Promise<OutboxMessageRow> {
      const [row] = await db.select().from(outboxMessages).where(eq(outboxMessages.id, id));
      if (!row) throw new Error('no such message');
      return row;
    },
    attempts: (id: string) =>
      db.select().from(outboxAttempts).where(eq(outboxAttempts.messageId, id)).orderBy(asc(outboxAttempts.id)),
    async countStates(): Promise<Record<string, number>> {
      const { state } = outboxMessages;
      const rows = await db
        .select({ state, count: sql<number>`count(*)::int` })
        .from(outboxMessages)
        .groupBy(state);
      return Object.fromEntries(rows.map((row) => [row.state, row.count]));
    },
    async makeDue(): Promise<void> {
      // The column rounds to milliseconds, so that `now()` may be half of one in the future.
      await db.update(outboxMessages).set({ nextAt: sql`now() - interval '1 millisecond'` });
    },
  };
}
