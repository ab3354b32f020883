import { Badge } from '../ui/badge';
import { DialIcon } from './status-icon';

/** A decision was sent and no answer came. Outlined, never filled: it is a question, not an alarm. */
export function OutcomeUnknown({
  size = 'row',
  children = 'Outcome unknown',
}: {
  size?: 'md' | 'row';
  children?: string;
}) {
  return (
    <Badge tone="unkn" size={size} icon={<DialIcon dial="outcome-unknown" size={13} />}>
      {children}
    </Badge>
  );
}
