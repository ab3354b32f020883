import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { environments } from '../../contract/environment';
import { bytes, json, timestamptz } from './columns';
import { staff } from './staff';

/**
 * Changes that messages may report, written in the transaction of the change: those of imports by triggers, those for
 * staff by the operation. A background job turns them into messages and deletes them.
 */
export const outboxEvents = pgTable('outbox_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamptz('at').notNull().defaultNow(),
  /** Later than `at` for a request for links, and while the details of the import are still to be read. */
  dueAt: timestamptz('due_at').notNull().defaultNow(),
  /** `import` is a change of an import, `send_links` a request for links by e-mail; the others are events for staff. */
  kind: text('kind').notNull(),
  environment: text('environment', { enum: environments }).notNull(),
  importId: text('import_id'),
  /** For `import`, the status, decision and availability before the change. */
  data: json('data')
    .notNull()
    .default(sql`'{}'::jsonb`),
});

/** One row per event and recipient, including messages that were not sent, with the reason. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: uuid('id').primaryKey(),
    /** The same event for the same recipient has the same key, however often it is processed. */
    key: text('key').notNull(),
    audience: text('audience', { enum: ['customer', 'staff'] }).notNull(),
    channel: text('channel', { enum: ['email', 'slack', 'webhook', 'json'] }).notNull(),
    /** A customer event, an event for staff, `digest`, `confirm_address`, `send_link` or `test`. */
    event: text('event').notNull(),
    environment: text('environment', { enum: environments }),
    importId: text('import_id'),
    /** For an e-mail with the links of several migrations, which has no `importId`. */
    importIds: text('import_ids').array(),
    ruleId: uuid('rule_id'),
    /** An e-mail address, or the host that a webhook is sent to. */
    recipient: text('recipient').notNull(),
    language: text('language'),
    subject: text('subject').notNull().default(''),
    /** The content as JSON; see `contentSchema`. Encrypted, because it contains the customer's link. */
    contentEncrypted: bytes('content_encrypted'),
    /** For a message about an import: the progress and payment that the content describes. */
    situation: text('situation'),
    state: text('state', { enum: ['pending', 'sending', 'sent', 'failed', 'skipped'] }).notNull(),
    /** Why it was not sent, or why the last attempt failed. */
    reason: text('reason').notNull().default(''),
    attempts: integer('attempts').notNull().default(0),
    /** How many of the attempts certainly did not arrive. After others, the event is not reported again. */
    undelivered: integer('undelivered').notNull().default(0),
    /** On the database clock, like the lease. */
    nextAt: timestamptz('next_at').notNull().defaultNow(),
    leaseUntil: timestamptz('lease_until'),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
  },
  (t) => [
    uniqueIndex('outbox_messages_key').on(t.key),
    index('outbox_messages_due')
      .on(t.channel, t.nextAt)
      .where(sql`state in ('pending', 'sending')`),
    index('outbox_messages_import').on(t.environment, t.importId, t.createdAt),
    index('outbox_messages_imports')
      .using('gin', t.importIds)
      .where(sql`import_ids is not null`),
    index('outbox_messages_recipient').on(t.recipient, t.createdAt),
    index('outbox_messages_rule').on(t.ruleId, t.createdAt),
    index('outbox_messages_state').on(t.state, t.createdAt, t.id),
    index('outbox_messages_created').on(t.createdAt, t.id),
  ],
);

/** The delivery log: one row per attempt to send a message. */
export const outboxAttempts = pgTable(
  'outbox_attempts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => outboxMessages.id, { onDelete: 'cascade' }),
    at: timestamptz('at').notNull(),
    outcome: text('outcome', { enum: ['sent', 'retry', 'failed'] }).notNull(),
    /** The host that a webhook was sent to; the URL of its rule may have changed since. */
    host: text('host'),
    /** The HTTP or SMTP status. */
    status: integer('status'),
    /** The beginning of the response, or the error. */
    response: text('response').notNull().default(''),
    durationMs: integer('duration_ms').notNull(),
  },
  (t) => [index('outbox_attempts_message').on(t.messageId, t.id)],
);

/** Which events are sent to whom. A rule with `staffId` is the personal choice of that person. */
export const notificationRules = pgTable(
  'notification_rules',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    staffId: uuid('staff_id').references(() => staff.id),
    events: json('events').notNull(),
    environment: text('environment', { enum: ['live', 'sandbox', 'all'] }).notNull(),
    channel: text('channel', { enum: ['email', 'slack', 'webhook'] }).notNull(),
    /** E-mail addresses. Empty for other channels and for personal rules. */
    addresses: json('addresses').notNull(),
    /** URL and secrets as JSON. */
    targetEncrypted: bytes('target_encrypted'),
    /** The host of the URL, which is not secret. */
    targetHost: text('target_host'),
    schedule: text('schedule', { enum: ['now', 'hourly', 'daily'] }).notNull(),
    /** For `daily`: such as 09:00, in `zone`. */
    time: text('time'),
    zone: text('zone'),
    enabled: boolean('enabled').notNull().default(true),
    /** Incremented by each change, so that two admins do not overwrite each other. */
    version: integer('version').notNull().default(1),
    by: text('by').notNull(),
    at: timestamptz('at').notNull(),
  },
  (t) => [uniqueIndex('notification_rules_person').on(t.staffId)],
);

/** Events that wait for the next message of their rule. */
export const notificationItems = pgTable(
  'notification_items',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The id of a rule, or `notify-url`. */
    rule: text('rule').notNull(),
    kind: text('kind').notNull(),
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id'),
    data: json('data').notNull(),
    at: timestamptz('at').notNull(),
    dueAt: timestamptz('due_at').notNull(),
  },
  (t) => [index('notification_items_rule').on(t.rule, t.dueAt)],
);

/** Conditions that staff were notified of, so that each is reported once until it ends. */
export const alerts = pgTable('alerts', {
  key: text('key').primaryKey(),
  at: timestamptz('at').notNull(),
});

/** Where the customer of an import wants to be written to. Without a row, the username if it is an e-mail address. */
export const customerContacts = pgTable(
  'customer_contacts',
  {
    environment: text('environment', { enum: environments }).notNull(),
    importId: text('import_id').notNull(),
    /** Null: the username. */
    email: text('email'),
    language: text('language'),
    source: text('source', { enum: ['username', 'customer', 'staff'] }).notNull(),
    /** Only a confirmed address gets more than the message that asks for confirmation. */
    confirmedAt: timestamptz('confirmed_at'),
    /** The last time. */
    unsubscribedAt: timestamptz('unsubscribed_at'),
    /** Normalised. Empty although `unsubscribedAt` is set: the address was erased, or an older version stored this. */
    unsubscribedEmails: text('unsubscribed_emails').array().notNull().default([]),
    bouncedAt: timestamptz('bounced_at'),
    bounceReason: text('bounce_reason').notNull().default(''),
    by: text('by').notNull(),
    at: timestamptz('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.importId] }), index('customer_contacts_email').on(t.email)],
);
