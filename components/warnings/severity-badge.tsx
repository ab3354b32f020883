import type { Severity } from '@/lib/contract/rule-texts';
import { Badge, type Tone } from '../ui/badge';
import { Icon, type IconName } from '../ui/icon';
import { severityLabels } from './labels';

export const severityStyles = {
  info: { tone: 'wait', icon: 'info' },
  check: { tone: 'turn', icon: 'search' },
  action: { tone: 'unkn', icon: 'warning' },
} as const satisfies Record<Severity, { tone: Tone; icon: IconName }>;

export function SeverityBadge({ severity }: { severity: Severity }) {
  const { tone, icon } = severityStyles[severity];
  return (
    <Badge tone={tone} size="row" icon={<Icon name={icon} size={12} />}>
      {severityLabels[severity].label}
    </Badge>
  );
}
