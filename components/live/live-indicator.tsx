'use client';

import { useLive } from '@/lib/query/use-live';
import { LiveStatus as Indicator } from '../shell/live-indicator';

/** The indicator of the top bar, connected: says whether this page keeps itself current, and stops it. */
export function LiveIndicator() {
  const { state, pause, resume } = useLive();
  return <Indicator state={state} onToggle={state === 'paused' ? resume : pause} />;
}
