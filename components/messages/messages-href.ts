import type { MessagesPageQuery } from '@/lib/contract/message-log';

const names = ['tab', 'audience', 'channel', 'rule', 'q', 'cursor', 'message'] as const;

export function messagesHref(at: Partial<MessagesPageQuery>): string {
  const params = new URLSearchParams();
  for (const name of names) {
    const value = at[name];
    if (value !== undefined && value !== '') params.set(name, value);
  }
  const query = params.toString();
  return query === '' ? '/settings/messages' : `/settings/messages?${query}`;
}
