import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { outboxMessages } from '../schema/outbox';
import { isBefore, type MessagePosition } from './message-log';
import type { OutboxMessageRow } from './messages';

export type SentMail = Pick<
  OutboxMessageRow,
  'id' | 'recipient' | 'audience' | 'subject' | 'createdAt' | 'sentAt' | 'importId' | 'environment'
>;

const mailColumns = {
  id: outboxMessages.id,
  recipient: outboxMessages.recipient,
  audience: outboxMessages.audience,
  subject: outboxMessages.subject,
  createdAt: outboxMessages.createdAt,
  sentAt: outboxMessages.sentAt,
  importId: outboxMessages.importId,
  environment: outboxMessages.environment,
};
const isSentMail = and(eq(outboxMessages.channel, 'email'), eq(outboxMessages.state, 'sent'));

/** Newest first. */
export async function listSentMails(
  db: Db,
  filter: { recipient: string; before?: MessagePosition | undefined; limit: number },
): Promise<SentMail[]> {
  return db
    .select(mailColumns)
    .from(outboxMessages)
    .where(
      and(
        isSentMail,
        filter.recipient === '' ? undefined : eq(outboxMessages.recipient, filter.recipient),
        filter.before && isBefore(filter.before),
      ),
    )
    .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
    .limit(filter.limit);
}

export async function readSentMail(
  db: Db,
  id: string,
): Promise<(SentMail & { contentEncrypted: Buffer | null }) | undefined> {
  const [row] = await db
    .select({ ...mailColumns, contentEncrypted: outboxMessages.contentEncrypted })
    .from(outboxMessages)
    .where(and(isSentMail, eq(outboxMessages.id, id)));
  return row;
}

/** Recipients of the latest e-mails first. */
export async function listMailRecipients(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ recipient: outboxMessages.recipient })
    .from(outboxMessages)
    .where(isSentMail)
    .groupBy(outboxMessages.recipient)
    .orderBy(desc(sql`max(${outboxMessages.createdAt})`))
    .limit(limit);
  return rows.map(({ recipient }) => recipient);
}
