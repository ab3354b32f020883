'use client';

import { useMemo, useSyncExternalStore } from 'react';
import { subscribeToTicker, tickerNow } from '../ui/clock-ticker';
import { useViewer } from '../ui/viewer';
import { layoutTimeline, type RailDay, type TimelineItem } from './layout-timeline';

/** In every time zone a day begins on a quarter of an hour, so this changes often enough and not with every tick. */
const toQuarterHour = (ms: number) => ms - (ms % 900_000);

/** The timeline in days of the viewer's zone. A page that stays open moves on to the next day at midnight. */
export function useTimelineDays(entries: readonly TimelineItem[]): RailDay[] {
  const { zone, renderedAt } = useViewer();
  const now = useSyncExternalStore(
    subscribeToTicker,
    () => toQuarterHour(tickerNow()),
    () => toQuarterHour(renderedAt),
  );
  return useMemo(() => layoutTimeline(entries, zone, now), [entries, zone, now]);
}
