import type { Status } from '@/lib/contract/status';
import { Badge } from '../ui/badge';
import { cx } from '../ui/cx';
import { statusLabels } from './labels';
import { StatusIcon } from './status-icon';
import { toneOf } from './status-tone';

/** The icon has the colour; the service's text stays dark and verbatim. */
export function StatusText({
  status,
  wrap = false,
}: {
  status: Status;
  /** Wrap long texts instead of truncating them. */
  wrap?: boolean | undefined;
}) {
  const gone = status.family === 'gone';
  return (
    <span
      className={cx(
        wrap ? 'inline-flex max-w-full min-w-0 items-start align-top' : 'row-text',
        'gap-1.75',
        gone && 'text-gone',
      )}
    >
      <StatusIcon status={status} className={wrap ? 'mt-0.75' : undefined} />
      <span className={cx(!wrap && 'truncate', gone && 'line-through')}>{status.text}</span>
      {gone && <span className="sr-only">{statusLabels.gone}</span>}
    </span>
  );
}

export function StatusBadge({ status }: { status: Status }) {
  const gone = status.family === 'gone';
  return (
    <Badge tone={toneOf(status.family)} icon={<StatusIcon status={status} />}>
      <span className={gone ? 'line-through' : undefined}>{status.text}</span>
      {gone && <span className="sr-only">{statusLabels.gone}</span>}
    </Badge>
  );
}
