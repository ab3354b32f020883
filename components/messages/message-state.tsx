import type { MessageState } from '@/lib/contract/outbox';
import { toneText, type Tone } from '../ui/badge';
import { Icon, type IconName } from '../ui/icon';
import { stateLabels } from './labels';

const stateStyles: Record<MessageState, { icon: IconName; tone: Tone }> = {
  pending: { icon: 'clock', tone: 'wait' },
  sending: { icon: 'send', tone: 'work' },
  sent: { icon: 'check', tone: 'done' },
  failed: { icon: 'warning', tone: 'unkn' },
  skipped: { icon: 'minus', tone: 'wait' },
};

export function MessageStateText({ state }: { state: MessageState }) {
  const { icon, tone } = stateStyles[state];
  return (
    <span className="inline-flex min-h-5 items-center gap-1.5 align-top">
      <Icon name={icon} size={14} className={toneText[tone]} />
      {stateLabels[state]}
    </span>
  );
}
