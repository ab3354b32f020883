import type { DecisionSummary } from '@/lib/contract/decisions';
import { DialIcon } from '../status/status-icon';
import { Badge } from '../ui/badge';
import { cx } from '../ui/cx';
import { Icon, type IconName } from '../ui/icon';

export const decisionLabels: Record<
  DecisionSummary,
  { label: string; icon: IconName; tone: 'plain' | 'turn' | 'unknown' }
> = {
  none: { label: 'No request', icon: 'minus', tone: 'plain' },
  asked: { label: 'Requested, undecided', icon: 'stamp', tone: 'turn' },
  proposed: { label: 'Needs a second', icon: 'two', tone: 'turn' },
  sending: { label: 'Sending', icon: 'send', tone: 'plain' },
  unknown: { label: 'Outcome unknown', icon: 'help', tone: 'unknown' },
  accepted: { label: 'Accepted', icon: 'check', tone: 'plain' },
  rejected: { label: 'Rejected', icon: 'x', tone: 'plain' },
  refused: { label: 'Refused', icon: 'warning', tone: 'turn' },
};

export function DecisionText({ decision }: { decision: DecisionSummary }) {
  const { label, icon, tone } = decisionLabels[decision];
  if (tone === 'unknown') {
    return (
      <Badge tone="unkn" size="row" icon={<DialIcon dial="outcome-unknown" size={12} />}>
        {label}
      </Badge>
    );
  }
  return (
    <span className={cx('row-text gap-1.5', tone === 'turn' && 'text-turn')}>
      <Icon name={icon} size={13} className={tone === 'turn' ? undefined : 'text-meta'} />
      {label}
    </span>
  );
}
