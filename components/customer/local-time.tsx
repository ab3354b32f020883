'use client';

import { useMemo, useSyncExternalStore } from 'react';
import { createFormats } from '@/lib/messages/formats';
import { subscribeToTicker, tickerNow } from '../ui/clock-ticker';
import { useViewer } from '../ui/viewer';

/**
 * In the zone of the browser, with how long ago it was. `text` is what the server wrote, in the zone of an earlier visit or
 * in UTC.
 */
export function LocalTime({ at, text, locale }: { at: string; text: string; locale: string }) {
  const { zone } = useViewer();
  const format = useMemo(() => createFormats(locale), [locale]);
  const date = new Date(at);
  const shown = useSyncExternalStore(
    subscribeToTicker,
    () => format.withAside(format.moment(date, zone), format.ago(date, tickerNow())),
    () => text,
  );
  return <time dateTime={at}>{shown}</time>;
}
