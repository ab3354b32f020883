import type { MessageState } from '../../contract/outbox';
import { entryAt, type SortableEntry } from './timeline-entry';

/** An e-mail to the customer. */
export interface MessageHistory {
  id: string;
  event: string;
  importId: string | null;
  recipient: string;
  state: MessageState;
  reason: string;
  createdAt: Date;
  sentAt: Date | null;
}

const titles: Readonly<Record<string, string>> = {
  started: 'import started',
  action_needed: 'action needed',
  sample_ready: 'sample ready',
  request_received: 'request received',
  accepted: 'request accepted',
  rejected: 'request rejected',
  full_started: 'full migration started',
  completed: 'full migration completed',
  undone: 'import undone',
  confirm_address: 'confirm the address',
  send_link: 'link to the page',
  test: 'test message',
};

export function messageEntry(message: MessageHistory): SortableEntry {
  return entryAt(message.sentAt ?? message.createdAt, {
    key: `message:${message.id}`,
    kind: 'message',
    source: 'message',
    title: `E-mail to the customer: ${titleOf(message)}`,
    detail: describe(message),
  });
}

function titleOf({ event, importId }: MessageHistory): string {
  return importId === null ? 'links to their migrations' : (titles[event] ?? event);
}

function describe({ state, recipient, reason }: MessageHistory): string {
  const because = reason === '' ? '' : `: ${reason}`;
  switch (state) {
    case 'sent':
      return `Sent to ${recipient}`;
    case 'pending':
    case 'sending':
      return `Waiting to be sent to ${recipient}${because}`;
    case 'failed':
      return `Could not be sent to ${recipient}${because}`;
    case 'skipped':
      return `Not sent${because}`;
  }
}
