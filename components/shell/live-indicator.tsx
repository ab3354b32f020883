import { Button } from '../ui/button';
import { cx } from '../ui/cx';

export type LiveState = 'live' | 'paused' | 'connecting' | 'polling' | 'offline';

const stateStyles: Record<LiveState, { text: string; dot: string }> = {
  live: { text: 'Updating', dot: 'bg-done' },
  paused: { text: 'Paused', dot: 'bg-control' },
  connecting: { text: 'Connecting', dot: 'bg-control motion-safe:animate-quiet' },
  // Not told as it happens: asked for every half minute.
  polling: { text: 'Every 30 s', dot: 'border border-turn' },
  offline: { text: 'Not updating', dot: 'border border-unkn-line' },
};

/** Whether what you see keeps itself current, and the button that stops it. */
export function LiveStatus({ state, onToggle }: { state: LiveState; onToggle: () => void }) {
  const { text, dot } = stateStyles[state];
  const paused = state === 'paused';
  return (
    <span className="inline-flex items-center gap-1.75 text-12 text-ink-2">
      <span aria-hidden className={cx('size-1.5 flex-none rounded-full', dot)} />
      <span role="status">{text}</span>
      <Button
        variant="ghost"
        size="sm"
        icon={paused ? 'play' : 'pause'}
        iconOnly
        onClick={onToggle}
        data-tip={paused ? 'Resume live updates' : 'Pause live updates'}
      >
        {paused ? 'Resume live updates' : 'Pause live updates'}
      </Button>
    </span>
  );
}
