import type { Mail, Mailbox, OpenMail } from '../../contract/message-log';
import { LandfallError } from '../../core/errors';
import { listMailRecipients, listSentMails, readSentMail, type SentMail } from '../../store/outbox/mailbox';
import { nextCursor, parseCursor } from '../log/list-messages';
import { openContent } from '../log/show-content';
import { createLogoReader } from '../mail-logo';
import { decryptContent } from '../message-content';
import type { OutboxDeps } from '../outbox-deps';

const pageSize = 30;
const maxRecipients = 100;

type MailboxDeps = Pick<OutboxDeps, 'database' | 'cipher' | 'mail'>;

/** What the demo would have sent by e-mail. `to` is a whole address; empty for all. */
export async function readMailbox(
  deps: MailboxDeps,
  { to, cursor }: { to: string; cursor?: string | undefined },
): Promise<Mailbox> {
  requireMailbox(deps);
  const { db } = deps.database;
  const before = cursor === undefined ? undefined : parseCursor(cursor);
  const [rows, recipients] = await Promise.all([
    listSentMails(db, { recipient: to, before, limit: pageSize + 1 }),
    listMailRecipients(db, maxRecipients),
  ]);
  const shown = rows.slice(0, pageSize);
  return { mails: shown.map(toMail), recipients, nextCursor: nextCursor(rows, shown) };
}

/** With working links: the recipient's copy. */
export async function readMail(deps: MailboxDeps, id: string): Promise<OpenMail | undefined> {
  requireMailbox(deps);
  const row = await readSentMail(deps.database.db, id);
  if (!row) return undefined;
  const { contentEncrypted, ...mail } = row;
  const content = contentEncrypted ? decryptContent(deps, contentEncrypted) : undefined;
  return {
    mail: toMail(mail),
    content: content?.kind === 'email' ? openContent(await createLogoReader(deps)(content)) : null,
  };
}

/** Only the demo has a mailbox: its messages leave for nowhere else, and its customers are made up. */
function requireMailbox({ mail }: MailboxDeps): void {
  if (mail.mode !== 'mailbox') throw new LandfallError('not_found', 'Only the demo has a mailbox.');
}

function toMail({ sentAt, createdAt, ...mail }: SentMail): Mail {
  return { ...mail, sentAt: (sentAt ?? createdAt).toISOString() };
}
