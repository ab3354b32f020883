import { Icon } from './icon';
import { Time } from './time';

/** How old what you see is, in amber with a clock, because it is older than it should be; `reason` says why. */
export function StaleBadge({ at, reason }: { at: string; reason?: string | undefined }) {
  return (
    <span className="inline-flex h-5 items-center gap-1 align-top text-turn">
      <Icon name="clock" size={12} />
      <span className="sr-only">Stale, last looked </span>
      <Time at={at} as="age-coarse" />
      {reason !== undefined && <span className="sr-only"> ago; {reason}</span>}
    </span>
  );
}
