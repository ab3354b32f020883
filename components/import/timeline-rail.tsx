'use client';

import type { TimelineEntry } from '@/lib/contract/timeline';
import { StatusIcon } from '../status/status-icon';
import { toneOf } from '../status/status-tone';
import { Badge, toneText } from '../ui/badge';
import { cx } from '../ui/cx';
import { formatDuration } from '../ui/format-duration';
import { Icon, type IconName } from '../ui/icon';
import { Time } from '../ui/time';

/** Newest first. A solid node is an exact moment, a hatched span is somewhere between two looks, a dot is an act. */
export function TimelineRail({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="mt-3">
      {entries.map((entry) => (
        <li
          key={entry.key}
          className="grid grid-cols-[64px_16px_minmax(0,1fr)_96px_104px] gap-x-3 pb-3 max-md:grid-cols-[56px_16px_minmax(0,1fr)]"
        >
          <span className="text-end text-12 leading-5 text-meta tabular-nums">
            {entry.when.certainty === 'exact' ? (
              <Time at={entry.when.at} as="clock" />
            ) : (
              <>
                <Time at={entry.when.to} as="minute" />
                {entry.when.from !== null && (
                  <>
                    <br />
                    <Time at={entry.when.from} as="minute" />
                  </>
                )}
              </>
            )}
          </span>
          <Node entry={entry} />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 text-14">
              {entry.status !== null && <StatusIcon status={entry.status} />}
              <span
                className={cx(
                  '[overflow-wrap:anywhere]',
                  (entry.kind === 'status' || entry.unknownOutcome) && 'font-strong',
                  entry.unknownOutcome && 'text-unkn',
                )}
              >
                {entry.title}
              </span>
              {entry.movedBack && (
                <Badge size="sm" icon="back">
                  Moved back
                </Badge>
              )}
            </p>
            {entry.detail !== '' && <p className="text-13 text-ink-2 [overflow-wrap:anywhere]">{entry.detail}</p>}
            {entry.when.certainty === 'between' && entry.when.from !== null && (
              <p className="text-12 text-meta">Between these two moments, from one look to the next</p>
            )}
          </div>
          <span className="flex h-5 items-center gap-1.5 text-12 text-meta max-md:hidden">
            <Icon name={sourceIcons[entry.source]} size={13} />
            {sourceWords[entry.source]}
          </span>
          <span className="text-end text-12 leading-5 text-meta tabular-nums max-md:hidden">{stayedWords(entry)}</span>
        </li>
      ))}
    </ol>
  );
}

function Node({ entry }: { entry: TimelineEntry }) {
  const tone = entry.status === null ? 'wait' : toneOf(entry.status.family);
  const colour = toneText[tone];
  if (entry.unknownOutcome)
    return <span className="mt-1 size-3 justify-self-center rounded-full border-2 border-unkn-line" />;
  if (entry.kind !== 'status') return <span className="mt-1.75 size-1.5 justify-self-center rounded-full bg-meta" />;
  return entry.when.certainty === 'exact' ? (
    <span className={cx('mt-1 size-3 justify-self-center rounded-full bg-current', colour)} />
  ) : (
    <span className={cx('mt-0.5 h-9 w-2.5 justify-self-center rounded-full border border-current bg-hatch', colour)} />
  );
}

function stayedWords({ stayed }: TimelineEntry): string {
  if (stayed === null) return '';
  const least = formatDuration(stayed.leastS * 1000);
  const most = stayed.mostS === null ? 'not told' : formatDuration(stayed.mostS * 1000);
  const span = least === most ? least : `${least} to ${most}`;
  return stayed.open ? `so far ${span}` : span;
}

const sourceWords: Record<TimelineEntry['source'], string> = {
  created: 'Creation',
  lookup: 'Look-up',
  watcher: 'Watcher',
  webhook: 'Webhook',
  staff: 'Staff',
  customer: 'Customer',
  service: 'Service',
  demo: 'Demo',
};

const sourceIcons: Record<TimelineEntry['source'], IconName> = {
  created: 'plus',
  lookup: 'search',
  watcher: 'watch',
  webhook: 'hook',
  staff: 'staff',
  customer: 'person',
  service: 'plug',
  demo: 'note',
};
