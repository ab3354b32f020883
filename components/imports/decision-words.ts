import type { DecisionSummary } from '@/lib/contract/decisions';
import type { IconName } from '../ui/icon-shapes';

/** A decision in one word, as the list, its filters and the quick look say it. */
export const decisionWords: Record<
  DecisionSummary,
  { words: string; icon: IconName; tone: 'plain' | 'turn' | 'unknown' }
> = {
  none: { words: 'None asked for', icon: 'minus', tone: 'plain' },
  asked: { words: 'Asked, undecided', icon: 'stamp', tone: 'turn' },
  proposed: { words: 'Needs a second', icon: 'two', tone: 'turn' },
  sending: { words: 'Sending', icon: 'send', tone: 'plain' },
  unknown: { words: 'Outcome unknown', icon: 'help', tone: 'unknown' },
  accepted: { words: 'Accepted', icon: 'check', tone: 'plain' },
  rejected: { words: 'Rejected', icon: 'x', tone: 'plain' },
  refused: { words: 'Refused', icon: 'warning', tone: 'turn' },
};
