import type { Status } from '@/lib/contract/status';
import { Badge } from '../ui/badge';
import { StatusIcon } from './status-icon';
import { toneOf } from './status-tone';

export function StatusBadge({ status }: { status: Status }) {
  const gone = status.family === 'gone';
  return (
    <Badge tone={toneOf(status.family)} icon={<StatusIcon status={status} />}>
      <span className={gone ? 'line-through' : undefined}>{status.text}</span>
      {gone && <span className="sr-only">, no longer available</span>}
    </Badge>
  );
}
