'use client';

import { useSyncExternalStore } from 'react';
import { subscribeToTicker, tickerNow } from './clock-ticker';
import { formatDuration, formatRelative } from './format-duration';
import { formatInstant, zoneName, type InstantFormat } from './format-instant';
import { useViewer } from './viewer';

export type TimeFormat =
  | InstantFormat
  /** 3 h 12 min ago */
  | 'relative'
  /** 3 h 12 min */
  | 'age'
  /** 3 h, for a narrow column */
  | 'age-coarse';

const noSubscription = () => () => {};

/** Relative formats update themselves. Server and first client render agree. Its tooltip is the exact time. */
export function Time({ at, ...rest }: { at: string; as?: TimeFormat | undefined; className?: string | undefined }) {
  const instant = Date.parse(at);
  return Number.isNaN(instant) ? <span>{at}</span> : <Instant instant={instant} iso={at} {...rest} />;
}

function Instant({
  instant,
  iso,
  as = 'relative',
  className,
}: {
  instant: number;
  iso: string;
  as?: TimeFormat | undefined;
  className?: string | undefined;
}) {
  const { renderedAt, zone } = useViewer();
  const isAge = as === 'relative' || as === 'age' || as === 'age-coarse';
  const textAt = (now: number) => (isAge ? ageText(instant, now, as) : formatInstant(instant, as, zone));
  const text = useSyncExternalStore(
    isAge ? subscribeToTicker : noSubscription,
    () => textAt(tickerNow()),
    // Without a render time, server and browser would disagree about an age.
    () => (isAge && renderedAt === 0 ? formatInstant(instant, 'exact', zone) : textAt(renderedAt)),
  );
  return (
    <time dateTime={iso} data-tip="" className={className}>
      {text}
    </time>
  );
}

function ageText(at: number, now: number, as: 'relative' | 'age' | 'age-coarse'): string {
  if (as === 'relative') return formatRelative(at, now);
  return formatDuration(now - at, as === 'age' ? 'normal' : 'coarse');
}

/** For a heading above many times. */
export function ZoneName({ at }: { at: string }) {
  const { zone } = useViewer();
  const instant = Date.parse(at);
  return <>{Number.isNaN(instant) ? zone : zoneName(instant, zone)}</>;
}
