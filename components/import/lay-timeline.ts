import type { TimelineEntry } from '@/lib/contract/timeline';
import { toneOf } from '../status/status-tone';
import type { Tone } from '../ui/badge';
import { formatInstant } from '../ui/format-instant';

/** How an entry is marked on the rail. */
export type Mark =
  | 'exact'
  /** Somewhere between two looks. */
  | 'span'
  /** Somebody did something. */
  | 'act'
  | 'unknown-outcome';

export interface LaidEntry {
  entry: TimelineEntry;
  mark: Mark;
  /** The colour of the rail above it (what it was after this) and below it (what it was before); null before anything. */
  above: Tone | null;
  below: Tone | null;
  tone: Tone;
}

export interface LaidDay {
  label: string;
  entries: LaidEntry[];
}

/** The entries by day in the viewer's zone, newest first, each with the colours of the rail around it. */
export function layTimeline(entries: readonly TimelineEntry[], zone: string, nowMs: number): LaidDay[] {
  const thisYear = yearOf(nowMs, zone);
  const days: LaidDay[] = [];
  let below: Tone | null = null;
  // From the oldest on, since a rail takes the colour of the status that the import came to.
  const laid = entries.toReversed().map((entry): LaidEntry => {
    const before = below;
    const own = entry.kind === 'gone' ? 'gone' : entry.status === null ? null : toneOf(entry.status.family);
    if (own !== null) below = own;
    return { entry, mark: markOf(entry), above: below, below: before, tone: own ?? before ?? 'wait' };
  });
  for (const one of laid.toReversed()) {
    const at = Date.parse(momentOf(one.entry));
    const label = formatInstant(at, yearOf(at, zone) === thisYear ? 'day' : 'date', zone);
    const day = days.at(-1);
    if (day?.label === label) day.entries.push(one);
    else days.push({ label, entries: [one] });
  }
  return days;
}

/** The moment by which an entry is placed: when it was, or when it was first seen to be so. */
function momentOf({ when }: TimelineEntry): string {
  return when.certainty === 'exact' ? when.at : when.to;
}

function markOf(entry: TimelineEntry): Mark {
  if (entry.unknownOutcome) return 'unknown-outcome';
  if (entry.kind !== 'status' && entry.kind !== 'gone' && entry.kind !== 'back') return 'act';
  return entry.when.certainty === 'exact' ? 'exact' : 'span';
}

function yearOf(at: number, zone: string): string {
  return formatInstant(at, 'date', zone).slice(-4);
}
