import { Icon } from './icon';
import { Time } from './time';

/** How old what you see is, in amber with a clock, because it is older than it should be. */
export function StaleBadge({ at }: { at: string }) {
  return (
    <span className="inline-flex h-5 items-center gap-1 align-top text-turn">
      <Icon name="clock" size={12} />
      <span className="sr-only">Stale, last looked </span>
      <Time at={at} as="age-coarse" />
      <span className="sr-only"> ago; it may have moved since</span>
    </span>
  );
}
