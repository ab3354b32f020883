'use client';

import { useLive } from '@/lib/query/use-live';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { liveLabels } from './labels';

const dots: Record<ReturnType<typeof useLive>['state'], string> = {
  live: 'bg-done',
  paused: 'bg-control',
  connecting: 'bg-control motion-safe:animate-quiet',
  // No stream: refreshed every half minute.
  polling: 'border border-turn',
  offline: 'border border-unkn-line',
};

export function LiveIndicator() {
  const { state, pause, resume } = useLive();
  const paused = state === 'paused';
  const action = paused ? liveLabels.resume : liveLabels.pause;
  return (
    <span className="inline-flex items-center gap-1.75 text-12 text-ink-2">
      <span aria-hidden className={cx('size-1.5 flex-none rounded-full', dots[state])} />
      <span role="status">{liveLabels[state]}</span>
      <Button
        variant="ghost"
        size="sm"
        icon={paused ? 'play' : 'pause'}
        iconOnly
        onClick={paused ? resume : pause}
        data-tip={action}
      >
        {action}
      </Button>
    </span>
  );
}
