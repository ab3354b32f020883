import type { DecisionSummary } from '@/lib/contract/decisions';
import type { IconName } from '../ui/icon';

export const decisionLabels: Record<
  DecisionSummary,
  { label: string; icon: IconName; tone: 'plain' | 'turn' | 'unknown' }
> = {
  none: { label: 'None asked for', icon: 'minus', tone: 'plain' },
  asked: { label: 'Asked, undecided', icon: 'stamp', tone: 'turn' },
  proposed: { label: 'Needs a second', icon: 'two', tone: 'turn' },
  sending: { label: 'Sending', icon: 'send', tone: 'plain' },
  unknown: { label: 'Outcome unknown', icon: 'help', tone: 'unknown' },
  accepted: { label: 'Accepted', icon: 'check', tone: 'plain' },
  rejected: { label: 'Rejected', icon: 'x', tone: 'plain' },
  refused: { label: 'Refused', icon: 'warning', tone: 'turn' },
};
