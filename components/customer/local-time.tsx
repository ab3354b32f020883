'use client';

import { useSyncExternalStore } from 'react';
import { subscribeToTicker, tickerNow } from '../ui/clock-ticker';
import { useViewer } from '../ui/viewer';
import { formatAgo, formatTime } from './format-time';

/**
 * In the zone of the browser, with how long ago it was. `text` is what the server wrote, in the zone of an earlier visit or
 * in UTC.
 */
export function LocalTime({ at, text, language }: { at: string; text: string; language: string }) {
  const { zone } = useViewer();
  const shown = useSyncExternalStore(
    subscribeToTicker,
    () => `${formatTime(at, { language, zone })} (${formatAgo(at, { language, nowMs: tickerNow() })})`,
    () => text,
  );
  return <time dateTime={at}>{shown}</time>;
}
