import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { mailboxLabels } from '@/components/mailbox/labels';
import { MailboxView } from '@/components/mailbox/mailbox-view';
import { mailboxPageQuerySchema } from '@/lib/contract/message-log';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readSearchParams } from '@/lib/http/read-query';
import { readMail, readMailbox } from '@/lib/outbox/mailbox/read-mailbox';
import { readLivePosition, staffPage } from '@/lib/server';

export const metadata: Metadata = { title: mailboxLabels.title };

export default async function MailboxPage(props: { searchParams: SearchParams }) {
  const { landfall, searchParams } = await staffPage('mailbox', props.searchParams);
  // The operations refuse it too.
  if (landfall.outbox.mail.mode !== 'mailbox') notFound();
  const parsed = mailboxPageQuerySchema.safeParse(readSearchParams(mailboxPageQuerySchema, searchParams));
  const at = parsed.success ? { ...parsed.data, to: parsed.data.to.trim() } : { to: '' };
  const position = await readLivePosition();
  const [mailbox, open] = await Promise.all([
    readMailbox(landfall.outbox, at),
    at.mail === undefined ? undefined : readMail(landfall.outbox, at.mail),
  ]);
  return <MailboxView mailbox={mailbox} open={open} at={at} position={position} />;
}
