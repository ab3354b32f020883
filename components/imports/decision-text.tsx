import type { DecisionSummary } from '@/lib/contract/decisions';
import { DialIcon } from '../status/status-icon';
import { Badge } from '../ui/badge';
import { cx } from '../ui/cx';
import { Icon, type IconName } from '../ui/icon';
import { decisionLabels } from './labels';

const decisionStyles: Record<DecisionSummary, { icon: IconName; tone: 'plain' | 'turn' | 'unknown' }> = {
  none: { icon: 'minus', tone: 'plain' },
  asked: { icon: 'stamp', tone: 'turn' },
  proposed: { icon: 'two', tone: 'turn' },
  sending: { icon: 'send', tone: 'plain' },
  unknown: { icon: 'help', tone: 'unknown' },
  accepted: { icon: 'check', tone: 'plain' },
  rejected: { icon: 'x', tone: 'plain' },
  refused: { icon: 'warning', tone: 'turn' },
};

export function DecisionText({ decision }: { decision: DecisionSummary }) {
  const { icon, tone } = decisionStyles[decision];
  const label = decisionLabels[decision];
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
