import type { Metadata } from 'next';
import { messagesLabels } from '@/components/messages/labels';
import { MessagesView } from '@/components/messages/messages-view';
import { messagesPageQuerySchema } from '@/lib/contract/message-log';
import { undefinedIfNotFound } from '@/lib/core/errors';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readSearchParams } from '@/lib/http/read-query';
import { readMessageList } from '@/lib/outbox/log/list-messages';
import { readMessage } from '@/lib/outbox/log/read-message';
import { readLivePosition, staffPage } from '@/lib/server';

export const metadata: Metadata = { title: messagesLabels.title };

export default async function MessagesPage(props: { searchParams: SearchParams }) {
  const { landfall, caller, searchParams } = await staffPage('settings.messages', props.searchParams);
  const parsed = messagesPageQuerySchema.safeParse(readSearchParams(messagesPageQuerySchema, searchParams));
  // Ignore invalid filters in a URL.
  const at = parsed.success ? parsed.data : { q: '' };
  const { message: id, ...filter } = at;
  const position = await readLivePosition();
  const [list, open] = await Promise.all([
    readMessageList(landfall.outbox, { ...filter, limit: 50 }),
    // Old messages are deleted; the URL of a deleted one shows the list.
    id === undefined ? undefined : readMessage(landfall.outbox, { id, caller }).catch(undefinedIfNotFound),
  ]);
  return <MessagesView list={list} position={position} at={at} open={open} />;
}
