import type { DecisionSummary } from '@/lib/contract/decisions';
import { DialIcon } from '../status/status-icon';
import { Badge } from '../ui/badge';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { decisionLabels } from './decision-labels';

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
    <span className={cx('inline-flex h-5 items-center gap-1.5 align-top', tone === 'turn' && 'text-turn')}>
      <Icon name={icon} size={13} className={tone === 'turn' ? undefined : 'text-meta'} />
      {label}
    </span>
  );
}
