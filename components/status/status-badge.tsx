import type { Status } from '@/lib/contract/status';
import { Badge } from '../ui/badge';
import { StatusIcon } from './status-icon';
import { toneOf } from './status-tone';

/** The status in a header, boxed in its family's colours. */
export function StatusBadge({ status, size = 'md' }: { status: Status; size?: 'md' | 'sm' | undefined }) {
  const gone = status.family === 'gone';
  return (
    <Badge
      tone={toneOf(status.family)}
      size={size}
      icon={<StatusIcon status={status} size={size === 'sm' ? 12 : 14} />}
    >
      <span className={gone ? 'line-through' : undefined}>{status.text}</span>
      {gone && <span className="sr-only">, no longer available</span>}
    </Badge>
  );
}
