'use client';

import type { CSSProperties, ReactNode } from 'react';
import type { ImportRow } from '@/lib/contract/imports';
import type { TimelineEntry } from '@/lib/contract/timeline';
import { DialIcon, StatusIcon } from '../status/status-icon';
import { Badge, type Tone } from '../ui/badge';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import type { RailEntry, RailMark, TimelineItem } from './layout-timeline';
import { formatDurationRange } from './format-duration-range';
import { importHref } from './import-href';
import { timelineLabels } from './labels';
import { timelineSources } from './timeline-sources';
import { EventTime } from './event-time';
import { useTimelineDays } from './use-timeline-days';

type CurrentStatus = Pick<ImportRow, 'status' | 'gone' | 'sinceFrom' | 'sinceTo'>;

const columnClasses =
  'grid grid-cols-[64px_32px_minmax(0,1fr)_92px_128px] max-md:grid-cols-[60px_28px_minmax(0,1fr)] max-md:[&_.tl-side]:col-start-3';

/**
 * Newest first. Solid node: exact time. Hatched: between two polls. Dot: a person's action. Red ring: no answer. Without
 * `row` the entries are those of several imports, and each names its own.
 */
export function TimelineRail({ entries, row }: { entries: readonly TimelineItem[]; row?: CurrentStatus }) {
  const days = useTimelineDays(entries).filter((day) => day.entries.length > 0 || row !== undefined);
  const newest = days.find((day) => day.entries.length > 0)?.entries[0];
  return (
    <ol className="text-14">
      <li className={cx(columnClasses, 'border-t pt-2 pb-3 text-12 text-meta')}>
        <b className="col-start-3 ps-2 max-md:ps-1.5">{days[0]?.label}</b>
        <span aria-hidden className="max-md:hidden">
          {timelineLabels.source}
        </span>
        <span aria-hidden className="text-end max-md:hidden">
          {timelineLabels.duration}
        </span>
      </li>
      {row && <NowEntry row={row} tone={newest ? (newest.toneAbove ?? 'wait') : null} />}
      {days.map(
        (day, at) =>
          day.entries.length > 0 && (
            <li key={`${at} ${day.label}`}>
              {at > 0 && (
                <p
                  className={cx(columnClasses, 'text-12 text-meta')}
                  style={railStyle(day.entries[0]?.toneAbove, null, 'wait')}
                >
                  <Rail whole />
                  <b className="col-start-3 pt-1 pb-3 ps-2 max-md:ps-1.5">{day.label}</b>
                </p>
              )}
              <ol>
                {day.entries.map((railEntry) => (
                  <Entry key={`${railEntry.entry.import?.id ?? ''} ${railEntry.entry.key}`} {...railEntry} />
                ))}
              </ol>
            </li>
          ),
      )}
    </ol>
  );
}

function NowEntry({ row, tone }: { row: CurrentStatus; tone: Tone | null }) {
  const since = row.sinceTo;
  return (
    <li className={columnClasses} style={railStyle(null, tone, tone ?? 'wait')}>
      <span className="text-end text-12 leading-5 text-meta">{timelineLabels.now}</span>
      <Rail mark="now" />
      <p className="ps-2 pb-4 text-meta max-md:ps-1.5">
        {row.gone ? timelineLabels.gone : row.status === null ? timelineLabels.noStatus : timelineLabels.inThisStatus}
        {since !== null && (
          <>
            {' '}
            {row.sinceFrom === null ? timelineLabels.forAtLeast : timelineLabels.for} <Time at={since} as="age" />
          </>
        )}
      </p>
    </li>
  );
}

function Entry({ entry, mark, toneAbove, toneBelow, tone }: RailEntry) {
  const source = timelineSources[entry.source];
  const isState = mark === 'exact' || mark === 'span';
  return (
    <li className={columnClasses} style={railStyle(toneAbove, toneBelow, mark === 'unknown-outcome' ? 'unkn' : tone)}>
      <EventTime when={entry.when} form="column" />
      <Rail mark={mark} />
      <div className={cx('min-w-0 ps-2 pe-4 max-md:ps-1.5 max-md:pe-0', mark === 'action' ? 'pb-3' : 'pb-4')}>
        <p className="flex flex-wrap items-start gap-x-2.5 gap-y-1">
          <span className="inline-flex min-w-0 items-start gap-1.75">
            {entry.unknownOutcome ? (
              <DialIcon dial="outcome-unknown" className="mt-0.75 text-unkn" />
            ) : (
              isState && entry.status !== null && <StatusIcon status={entry.status} className="mt-0.75" />
            )}
            <span
              className={cx(
                'min-w-0 [overflow-wrap:anywhere]',
                (isState || entry.unknownOutcome) && 'font-strong',
                entry.unknownOutcome && 'text-unkn',
              )}
            >
              {entry.title}
            </span>
          </span>
          {entry.movedBack && (
            <Badge size="row" icon={<Icon name="back" size={12} />}>
              {timelineLabels.movedBack}
            </Badge>
          )}
          {entry.kind === 'back' && <Badge size="row">{timelineLabels.availableAgain}</Badge>}
        </p>
        {entry.import !== undefined && entry.kind !== 'tool_request' && <ImportOfEntry entry={entry} />}
        <Detail entry={entry} />
      </div>
      {/* Two columns; on a phone one line. */}
      <span className="tl-side text-12 text-ink-2 max-md:ms-1.5 max-md:-mt-3.5 max-md:mb-3 max-md:flex max-md:h-5 max-md:items-center max-md:gap-3.5 md:contents">
        <span className="inline-flex h-5 items-center gap-1.5 self-start" data-tip={source.description}>
          <Icon name={source.icon} size={13} className="text-meta" />
          <span className="sr-only">{`${timelineLabels.sourceOf} `}</span>
          {source.label}
        </span>
        <StatusDuration entry={entry} />
      </span>
    </li>
  );
}

function ImportOfEntry({ entry: { import: value, kind } }: { entry: TimelineItem }) {
  return (
    <p className="text-12 text-meta [overflow-wrap:anywhere]">
      {!value ? (
        timelineLabels[kind === 'message' ? 'severalImports' : 'noImport']
      ) : (
        <>
          {/* Inline padding enlarges the target without moving the text. */}
          <TextLink href={importHref(value.id)} className="max-md:py-4">
            {timelineLabels.import(value.id)}
          </TextLink>
          {value.tool !== null && ` ${timelineLabels.from(value.tool)}`}
        </>
      )}
    </p>
  );
}

function Detail({ entry }: { entry: TimelineEntry }) {
  const { when } = entry;
  const isRequest = entry.kind === 'request' || entry.kind === 'tool_request';
  const freeText = entry.kind === 'note' || isRequest || entry.kind === 'decision';
  const bySomeone = entry.source === 'staff' || entry.source === 'customer';
  const quoted = bySomeone && (isRequest || (entry.kind === 'decision' && entry.source === 'staff'));
  return (
    <>
      {entry.detail !== '' && (
        <p className={cx('text-13 text-ink-2 [overflow-wrap:anywhere]', freeText && 'whitespace-pre-line')}>
          {quoted && !entry.unknownOutcome ? `“${entry.detail}”` : entry.detail}
        </p>
      )}
      {when.certainty === 'between' && (
        <p className="text-13 text-ink-2">
          <EventTime when={when} form="sentence" />
          {entry.source === 'lookup' && entry.by !== null
            ? timelineLabels.lookedUpBy(entry.by)
            : when.from !== null && entry.kind !== 'creation' && timelineLabels.betweenPolls}
        </p>
      )}
    </>
  );
}

function StatusDuration({ entry }: { entry: TimelineEntry }) {
  const { duration } = entry;
  if (duration === null) return null;
  const classes = 'leading-5 md:text-end';
  if (!duration.open) {
    return (
      <span className={classes}>
        <span className="sr-only">{`${timelineLabels.for} `}</span>
        {formatDurationRange(duration.leastS, duration.mostS)}
      </span>
    );
  }
  const began = entry.when.certainty === 'exact' ? entry.when.at : entry.when.to;
  return (
    <span className={classes}>
      {timelineLabels.soFar}{' '}
      <b className="text-ink">
        {duration.mostS === null && `${timelineLabels.atLeast} `}
        <Time at={began} as="age" />
      </b>
    </span>
  );
}

type RailStyle = CSSProperties & Record<'--up' | '--dn' | '--fg', string>;

function railStyle(up: Tone | null | undefined, down: Tone | null, own: Tone): RailStyle {
  const colourOf = (tone: Tone | null | undefined) => (tone ? `var(--${tone})` : 'var(--canvas)');
  return { '--up': colourOf(up), '--dn': colourOf(down), '--fg': colourOf(own) };
}

const railLine =
  "before:absolute before:start-[15px] before:top-0 before:w-0.5 before:bg-[color-mix(in_srgb,var(--up)_45%,var(--canvas))] before:content-[''] max-md:before:start-[13px]";
const railBelow =
  "after:absolute after:start-[15px] after:top-2.5 after:bottom-0 after:w-0.5 after:bg-[color-mix(in_srgb,var(--dn)_45%,var(--canvas))] after:content-[''] max-md:after:start-[13px] before:h-2.5";

const markClasses: Record<RailMark | 'now', string> = {
  exact: 'start-[11px] top-[5px] size-2.5 rounded-full bg-(--fg) max-md:start-[9px]',
  action: 'start-[13px] top-[7px] size-1.5 rounded-full bg-ink-2 max-md:start-[11px]',
  now: 'start-[11px] top-[5px] size-2.5 rounded-full border-2 border-[color-mix(in_srgb,var(--fg)_60%,var(--canvas))] bg-canvas max-md:start-[9px]',
  'unknown-outcome': 'start-2.5 top-1 size-3 rounded-full border-2 border-unkn-line bg-canvas max-md:start-2',
  span: 'start-[11px] top-[5px] h-[calc(100%-21px)] min-h-7.5 w-2.5 rounded-[5px] border border-(--fg) bg-canvas bg-[repeating-linear-gradient(135deg,var(--fg)_0_1.5px,var(--canvas)_1.5px_4px)] max-md:start-[9px]',
};

function Rail({ mark, whole = false }: { mark?: RailMark | 'now'; whole?: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        'relative col-start-2 row-span-2 row-start-1 block',
        railLine,
        whole ? 'before:bottom-0' : railBelow,
      )}
    >
      {mark && <i className={cx('absolute z-1 block ring-2 ring-canvas', markClasses[mark])} />}
    </span>
  );
}

export function TimelineLegend({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="inline-flex items-center gap-1.5">
        <i aria-hidden className="size-2 rounded-full bg-wait" /> {timelineLabels.exactTime}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <i aria-hidden className="h-3 w-2 rounded-[4px] border border-wait bg-hatch text-wait" />{' '}
        {timelineLabels.timeSpan}
      </span>
      <span>{children}</span>
    </span>
  );
}
