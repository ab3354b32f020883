'use client';

import type { TimelineEntry } from '@/lib/contract/timeline';
import { timelineSources } from '../import/timeline-sources';
import { EventTime } from '../import/event-time';
import { toneOf } from '../status/status-tone';
import { toneText } from '../ui/badge';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { Time } from '../ui/time';

export function MiniTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol>
      {entries.map((entry, at) => (
        <li
          key={entry.key}
          className="grid grid-cols-[64px_12px_minmax(0,1fr)] gap-x-2.5 text-13 [&:last-child_.rail]:hidden"
        >
          <span className="text-end text-12 leading-5 text-meta">
            {entry.when.certainty === 'exact' ? (
              <Time at={entry.when.at} as="clock" />
            ) : (
              <Time at={entry.when.to} as="minute" />
            )}
          </span>
          <span aria-hidden className="relative flex justify-center">
            <span className="rail absolute top-2.5 -bottom-2.5 w-0.5 bg-line-strong" />
            <TimelineMark entry={entry} />
          </span>
          <div className={cx('min-w-0', at < entries.length - 1 && 'pb-3')}>
            <span className={cx('[overflow-wrap:anywhere]', entry.unknownOutcome && 'text-unkn')}>{entry.title}</span>
            <span className="flex flex-wrap items-center gap-x-1.25 text-12 text-meta">
              <Icon name={timelineSources[entry.source].icon} size={12} />
              {timelineSources[entry.source].label}
              {entry.when.certainty === 'between' && (
                <span className="lowercase">
                  <EventTime when={entry.when} form="sentence" />
                </span>
              )}
            </span>
          </div>
        </li>
      ))}
    </ol>
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
