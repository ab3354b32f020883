import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database/database';

/** Reasons of messages that wait because the mail server takes none of ours. They use up no attempts. */
export const mailServerReasons = {
  unreachable: 'The mail server could not be reached.',
  login: 'The mail server does not accept our login.',
  sender: 'The mail server does not accept the sender.',
  busy: 'The mail server does not accept messages at the moment.',
  encryption: 'The connection to the mail server is not secure.',
} as const;

export const isMailServerReason = (reason: string): boolean =>
  Object.values<string>(mailServerReasons).includes(reason);

/** When the series of failed attempts began: later ones update the last row. */
const failingSince = sql`(select a.at from outbox_attempts a where a.message_id = m.id order by a.id desc limit 1)`;
const isRefused = sql`m.reason in ${Object.values(mailServerReasons)}`;
const isOverdue = (before: Date) => sql`m.next_at < ${before.toISOString()}::timestamptz`;
const openMails = sql`outbox_messages m where m.channel = 'email' and m.state in ('pending', 'sending')`;

/** E-mails that should have been sent before this time, as the rest of a statement after FROM. */
export const waitingMails = (before: Date): SQL =>
  sql`${openMails} and (${isOverdue(before)} or (${isRefused} and ${failingSince} < ${before.toISOString()}::timestamptz))`;

/** How many should have been sent before this time, up to `max`. */
export async function countWaitingMails(db: Db, before: Date, max: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(select 1 from ${waitingMails(before)} limit ${max}) as waiting`);
  return row?.count ?? 0;
}

/** E-mails that the mail server does not take, or that should have been sent before this time. */
export async function readMailProblem(db: Db, before: Date, max: number) {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      sinceMs: sql<number | null>`(extract(epoch from min(since)) * 1000)::float8`,
      reason: sql<string | null>`(array_agg(reason order by since desc) filter (where reason <> ''))[1]`,
      response: sql<string | null>`(array_agg(response order by since desc) filter (where response <> ''))[1]`,
    })
    .from(
      sql`(select m.reason, case when ${isRefused} then coalesce(${failingSince}, m.next_at) else m.next_at end as since,
          case when ${isRefused} then
            (select a.response from outbox_attempts a where a.message_id = m.id order by a.id desc limit 1) end as response
        from ${openMails} and (${isOverdue(before)} or ${isRefused}) limit ${max}) as waiting`,
    );
  return row && row.count > 0 ? row : undefined;
}
