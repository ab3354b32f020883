import type { KnownStatus, Status } from '@/lib/contract/status';
import { toneText } from '../ui/badge';
import { cx } from '../ui/cx';
import { Icon, type IconSize, type StatusIconName } from '../ui/icon';
import { toneOf } from './status-tone';

const dialOfKnown: Record<KnownStatus, StatusIconName> = {
  'Collecting credentials': 'credentials',
  'Waiting to start sample migration': 'waiting',
  'Sample migration in progress': 'sample',
  'Sample migration completed': 'sample-done',
  'In preparation': 'prepared',
  'Migration in progress': 'running',
  'Migration completed': 'done',
  'Undo in progress': 'undoing',
  'Migration cleaned': 'cleaned',
};

const dialOfFamily: Record<Status['family'], StatusIconName> = {
  waiting: 'waiting',
  working: 'running',
  turn: 'sample-done',
  done: 'done',
  undone: 'cleaned',
  gone: 'gone',
  unknown: 'other',
};

/** @internal Exported for unit tests. Gone comes first, then one of the nine known texts, then the family. */
export function dialOf({ text, family, known = text }: Status): StatusIconName {
  if (family === 'gone') return 'gone';
  return isKnown(known) ? dialOfKnown[known] : dialOfFamily[family];
}

function isKnown(text: string): text is KnownStatus {
  return Object.hasOwn(dialOfKnown, text);
}

export function DialIcon({
  dial,
  size = 14,
  className,
}: {
  dial: StatusIconName;
  size?: IconSize;
  className?: string | undefined;
}) {
  return <Icon name={`status-${dial}`} size={size} className={className} />;
}

/** Work in progress pulses. */
export function StatusIcon({ status, className }: { status: Status; className?: string | undefined }) {
  return (
    <DialIcon
      dial={dialOf(status)}
      className={cx(
        toneText[toneOf(status.family)],
        status.family === 'working' && 'motion-safe:animate-quiet',
        className,
      )}
    />
  );
}
