import type { LastMessage as Message } from '@/lib/contract/notification-rules';
import { MessageStateText } from '../messages/message-state';
import { Time } from '../ui/time';

export function LastMessage({ message: { state, at, reason } }: { message: NonNullable<Message> }) {
  return (
    <span className="min-w-0">
      <MessageStateText state={state} /> <Time at={at} className="text-meta" />
      {reason !== '' && state !== 'sent' && (
        <span className="line-clamp-3 text-12 [overflow-wrap:anywhere] whitespace-normal text-meta" title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
}
