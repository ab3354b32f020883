import { eventName } from '../../contract/event-names';
import type { MessageState } from '../../contract/outbox';
import { entryAt, type SortableEntry } from './timeline-entry';

/** An e-mail to the customer. */
export interface MessageHistory {
  id: string;
  event: string;
  recipient: string;
  state: MessageState;
  reason: string;
  createdAt: Date;
  sentAt: Date | null;
}

export function messageEntry(message: MessageHistory): SortableEntry {
  return entryAt(message.sentAt ?? message.createdAt, {
    key: `message:${message.id}`,
    kind: 'message',
    source: 'message',
    title: `E-mail to the customer: ${eventName(message.event)}`,
    detail: describe(message),
  });
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
