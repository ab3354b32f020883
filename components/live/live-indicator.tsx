'use client';

import { useLive } from '@/lib/query/use-live';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';

const stateStyles: Record<ReturnType<typeof useLive>['state'], { text: string; dot: string }> = {
  live: { text: 'Updating', dot: 'bg-done' },
  paused: { text: 'Paused', dot: 'bg-control' },
  connecting: { text: 'Connecting', dot: 'bg-control motion-safe:animate-quiet' },
  // No stream: refreshed every half minute.
  polling: { text: 'Every 30 s', dot: 'border border-turn' },
  offline: { text: 'Not updating', dot: 'border border-unkn-line' },
};

export function LiveIndicator() {
  const { state, pause, resume } = useLive();
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
        onClick={paused ? resume : pause}
        data-tip={paused ? 'Resume live updates' : 'Pause live updates'}
      >
        {paused ? 'Resume live updates' : 'Pause live updates'}
      </Button>
    </span>
  );
}
