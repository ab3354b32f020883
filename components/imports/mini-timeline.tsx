'use client';

import { useMemo } from 'react';
import type { TimelineEntry } from '@/lib/contract/timeline';
import { EventTime } from '../import/event-time';
import { timelineSources } from '../import/timeline-sources';
import { useTimelineDays } from '../import/use-timeline-days';
import { toneOf } from '../status/status-tone';
import { toneText } from '../ui/badge';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { Time } from '../ui/time';

const maxTimelineEntries = 4;

/** The newest entries under their days. */
export function MiniTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const days = useTimelineDays(useMemo(() => entries.slice(0, maxTimelineEntries), [entries]));
  return (
    <ol className="grid gap-3">
      {days.map(
        (day, at) =>
          day.entries.length > 0 && (
            <li key={`${at} ${day.label}`}>
              <p className="mb-1 text-12 font-strong text-meta">{day.label}</p>
              <ol>
                {day.entries.map(({ entry }) => (
                  <MiniEntry key={entry.key} entry={entry} />
                ))}
              </ol>
            </li>
          ),
      )}
    </ol>
  );
}

function MiniEntry({ entry }: { entry: TimelineEntry }) {
  return (
    <li className="grid grid-cols-[64px_12px_minmax(0,1fr)] gap-x-2.5 pb-3 text-13 last:pb-0 [&:last-child_.rail]:hidden">
      <span className="text-end text-12 leading-5 text-meta">
        {entry.when.certainty === 'exact' ? (
          <Time at={entry.when.at} as="clock" />
        ) : (
          <Time at={entry.when.to} as="minute" />
        )}
      </span>
      <span aria-hidden className="relative flex justify-center">
        <span className="rail absolute top-2.5 -bottom-5.5 w-0.5 bg-line-strong" />
        <TimelineMark entry={entry} />
      </span>
      <div className="min-w-0">
        <span className={cx('[overflow-wrap:anywhere]', entry.unknownOutcome && 'text-unkn')}>{entry.title}</span>
        <span className="flex flex-wrap items-center gap-x-1.25 text-12 text-meta">
          <Icon name={timelineSources[entry.source].icon} size={12} />
          {timelineSources[entry.source].label}
          {entry.when.certainty === 'between' && (
            <span className="inline-block first-letter:lowercase">
              <EventTime when={entry.when} form="sentence" />
            </span>
          )}
        </span>
      </div>
    </li>
  );
}

function TimelineMark({ entry }: { entry: TimelineEntry }) {
  const colour = toneText[entry.status === null ? 'wait' : toneOf(entry.status.family)];
  const base = 'relative block flex-none';
  if (entry.unknownOutcome)
    return <span className={cx(base, 'mt-1.25 size-2.5 rounded-full border-2 border-unkn-line bg-sunken')} />;
  if (entry.kind !== 'status') return <span className={cx(base, 'mt-1.75 size-1.5 rounded-full bg-ink-2')} />;
  return entry.when.certainty === 'exact' ? (
    <span className={cx(base, 'mt-1.25 size-2.5 rounded-full bg-current', colour)} />
  ) : (
    <span className={cx(base, 'mt-1.25 h-7.5 w-2.5 rounded-full border border-current bg-sunken bg-hatch', colour)} />
  );
}
