import { and, arrayContains, desc, eq, getTableColumns, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Channel, MessageState } from '../../contract/outbox';
import { environments } from '../../contract/environment';
import type { Role } from '../../contract/roles';
import type { Db } from '../database/database';
import { isOneOf } from '../database/is-one-of';
import { imports } from '../schema/imports';
import { notificationRules, outboxAttempts, outboxMessages } from '../schema/outbox';
import { staff } from '../schema/staff';
import type { OutboxMessageRow } from './messages';
import { nextRecipient } from './send-queue';

const {
  key: _key,
  contentEncrypted: _contentEncrypted,
  language: _language,
  leaseUntil: _leaseUntil,
  situation: _situation,
  ...listedColumns
} = getTableColumns(outboxMessages);
/** What decides whether a message may be sent. The first column of each is never null, as the join needs it. */
const ruleColumns = {
  rule: {
    name: notificationRules.name,
    enabled: notificationRules.enabled,
    addresses: notificationRules.addresses,
    events: notificationRules.events,
    environment: notificationRules.environment,
  },
  /** Whose personal rule it is. */
  person: { id: staff.id, role: staff.role, disabledAt: staff.disabledAt },
};
const joinedColumns = {
  ...ruleColumns,
  username: sql<string | null>`(select i.username from imports i
    where i.environment = ${outboxMessages.environment} and i.id = ${outboxMessages.importId})`,
};
interface MessageRule {
  rule: { name: string; enabled: boolean; addresses: unknown; events: unknown; environment: string } | null;
  person: { id: string; role: Role; disabledAt: Date | null } | null;
}
export type ListedMessage = Pick<OutboxMessageRow, keyof typeof listedColumns> &
  MessageRule & {
    /** The import's customer. */
    username: string | null;
  };

export interface MessagePosition {
  createdAt: Date;
  id: string;
}

export interface MessageFilter {
  states: readonly MessageState[];
  audience?: 'customer' | 'staff' | undefined;
  channel?: Channel | undefined;
  ruleId?: string | undefined;
  /** A whole recipient or import id, which the indexes find among millions. */
  search: string;
  before?: MessagePosition | undefined;
  limit: number;
}

/** Newest first. */
export async function listMessages(db: Db, filter: MessageFilter): Promise<ListedMessage[]> {
  return db
    .select({ ...listedColumns, ...joinedColumns })
    .from(outboxMessages)
    .leftJoin(notificationRules, eq(notificationRules.id, outboxMessages.ruleId))
    .leftJoin(staff, eq(staff.id, notificationRules.staffId))
    .where(matchesFilter(filter))
    .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
    .limit(filter.limit);
}

/** Newest first, with their contents. Those that another transaction is changing are left out. */
export async function lockMessages(tx: Db, filter: MessageFilter): Promise<(OutboxMessageRow & MessageRule)[]> {
  return tx
    .select({ ...getTableColumns(outboxMessages), ...ruleColumns })
    .from(outboxMessages)
    .leftJoin(notificationRules, eq(notificationRules.id, outboxMessages.ruleId))
    .leftJoin(staff, eq(staff.id, notificationRules.staffId))
    .where(matchesFilter(filter))
    .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
    .limit(filter.limit)
    .for('update', { of: outboxMessages, skipLocked: true });
}

function matchesFilter({ states, audience, channel, ruleId, search, before }: MessageFilter): SQL | undefined {
  return and(
    states.length === 0 ? undefined : inArray(outboxMessages.state, [...states]),
    audience && eq(outboxMessages.audience, audience),
    channel && eq(outboxMessages.channel, channel),
    ruleId === undefined ? undefined : eq(outboxMessages.ruleId, ruleId),
    search === '' ? undefined : matches(search),
    before && isBefore(before),
  );
}

function matches(search: string): SQL | undefined {
  return or(
    inArray(outboxMessages.recipient, [...new Set([search, search.toLowerCase()])]),
    and(inArray(outboxMessages.environment, [...environments]), eq(outboxMessages.importId, search)),
    arrayContains(outboxMessages.importIds, [search]),
  );
}

/** In the order of lists, newest first. */
export function isBefore({ createdAt, id }: MessagePosition): SQL {
  return sql`(${outboxMessages.createdAt}, ${outboxMessages.id}) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

/** Each up to `max`, so that a long outage of the mail server does not slow down the page. */
export async function countOpenMessages(db: Db, max: number): Promise<{ failed: number; waiting: number }> {
  const counted = (states: SQL) =>
    sql<number>`(select count(*)::int from (select 1 from outbox_messages where state in (${states}) limit ${max}) as found)`;
  const [row] = await db
    .select({ failed: counted(sql`'failed'`), waiting: counted(sql`'pending', 'sending'`) })
    .from(sql`(select 1) as one`);
  return row ?? { failed: 0, waiting: 0 };
}

/** How many failed since then, up to `max`. */
export async function countFailedMessages(db: Db, since: Date, max: number): Promise<number> {
  const found = db
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(
      and(eq(outboxMessages.state, 'failed'), sql`${outboxMessages.createdAt} >= ${since.toISOString()}::timestamptz`),
    )
    .limit(max)
    .as('found');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(found);
  return row?.count ?? 0;
}

export type MessageAttemptRow = typeof outboxAttempts.$inferSelect;

/** With its content, and when the status of its import was last seen to change. */
export async function readMessageRow(
  db: Db,
  id: string,
): Promise<(ListedMessage & { contentEncrypted: Buffer | null; importSince: Date | null }) | undefined> {
  const [row] = await db
    .select({
      ...listedColumns,
      contentEncrypted: outboxMessages.contentEncrypted,
      ...joinedColumns,
      importSince: imports.sinceTo,
    })
    .from(outboxMessages)
    .leftJoin(notificationRules, eq(notificationRules.id, outboxMessages.ruleId))
    .leftJoin(staff, eq(staff.id, notificationRules.staffId))
    .leftJoin(
      imports,
      and(eq(imports.environment, outboxMessages.environment), eq(imports.id, outboxMessages.importId)),
    )
    .where(eq(outboxMessages.id, id));
  return row;
}

/** Newest first. */
export async function listAttempts(db: Db, messageId: string, limit: number): Promise<MessageAttemptRow[]> {
  return db
    .select()
    .from(outboxAttempts)
    .where(eq(outboxAttempts.messageId, messageId))
    .orderBy(desc(outboxAttempts.id))
    .limit(limit);
}

const queued = {
  state: 'pending',
  recipient: nextRecipient,
  attempts: 0,
  undelivered: 0,
  reason: '',
  nextAt: sql`now()`,
  leaseUntil: null,
  sentAt: null,
} as const;

/** That the transaction has locked. */
export async function requeueMessages(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.update(outboxMessages).set(queued).where(isOneOf(outboxMessages.id, ids));
}

/** False if it is no longer in this state, or was resent since `nextAt` was read. */
export async function requeueMessage(
  tx: Db,
  expected: { id: string; state: MessageState; nextAt: Date },
): Promise<boolean> {
  const moved = await tx
    .update(outboxMessages)
    .set(queued)
    .where(
      and(
        eq(outboxMessages.id, expected.id),
        eq(outboxMessages.state, expected.state),
        eq(outboxMessages.nextAt, expected.nextAt),
      ),
    )
    .returning({ id: outboxMessages.id });
  return moved.length > 0;
}
