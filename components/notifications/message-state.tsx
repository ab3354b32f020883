import type { LastMessage } from '@/lib/contract/notification-rules';
import { cx } from '../ui/cx';
import { Icon, type IconName } from '../ui/icon';
import { Time } from '../ui/time';
import { toneText, type Tone } from '../ui/badge';
import { stateLabels } from './labels';

type Message = NonNullable<LastMessage>;

const looks: Record<Message['state'], { icon: IconName; tone: Tone }> = {
  pending: { icon: 'clock', tone: 'wait' },
  sending: { icon: 'clock', tone: 'work' },
  sent: { icon: 'check', tone: 'done' },
  failed: { icon: 'warning', tone: 'unkn' },
  skipped: { icon: 'minus', tone: 'gone' },
};

export function MessageStateText({ message: { state, at, reason } }: { message: Message }) {
  const { icon, tone } = looks[state];
  return (
    <span className="min-w-0">
      <span className="inline-flex items-center gap-1.5">
        <Icon name={icon} size={14} className={cx('flex-none', toneText[tone])} />
        <span>
          {stateLabels[state]} <Time at={at} className="text-meta" />
        </span>
      </span>
      {reason !== '' && state !== 'sent' && (
        <span className="line-clamp-3 text-12 [overflow-wrap:anywhere] whitespace-normal text-meta" title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
}
