import type { TimelineEntry } from '@/lib/contract/timeline';
import { toneOf } from '../status/status-tone';
import type { Tone } from '../ui/badge';
import { formatInstant } from '../ui/format-instant';

/** How an entry is marked on the rail. */
export type RailMark =
  | 'exact'
  /** Somewhere between two looks. */
  | 'span'
  /** Somebody did something. */
  | 'act'
  | 'unknown-outcome';

export interface RailEntry {
  entry: TimelineEntry;
  mark: RailMark;
  /** The colour of the rail above it (what it was after this) and below it (what it was before); null before anything. */
  toneAbove: Tone | null;
  toneBelow: Tone | null;
  tone: Tone;
}

export interface RailDay {
  label: string;
  entries: RailEntry[];
}

/** The entries by day in the viewer's zone, newest first, each with the colours of the rail around it. */
export function layoutTimeline(entries: readonly TimelineEntry[], zone: string, nowMs: number): RailDay[] {
  const thisYear = yearOf(nowMs, zone);
  const days: RailDay[] = [];
  let below: Tone | null = null;
  // From the oldest on, since a rail takes the colour of the status that the import came to.
  const railEntries = entries.toReversed().map((entry): RailEntry => {
    const before = below;
    const ownTone = entry.kind === 'gone' ? 'gone' : entry.status === null ? null : toneOf(entry.status.family);
    if (ownTone !== null) below = ownTone;
    return { entry, mark: markOf(entry), toneAbove: below, toneBelow: before, tone: ownTone ?? before ?? 'wait' };
  });
  for (const railEntry of railEntries.toReversed()) {
    const at = Date.parse(timeOf(railEntry.entry));
    const label = formatInstant(at, yearOf(at, zone) === thisYear ? 'day' : 'date', zone);
    const day = days.at(-1);
    if (day?.label === label) day.entries.push(railEntry);
    else days.push({ label, entries: [railEntry] });
  }
  return days;
}

/** The moment by which an entry is placed: when it was, or when it was first seen to be so. */
function timeOf({ when }: TimelineEntry): string {
  return when.certainty === 'exact' ? when.at : when.to;
}

function markOf(entry: TimelineEntry): RailMark {
  if (entry.unknownOutcome) return 'unknown-outcome';
  if (entry.kind !== 'status' && entry.kind !== 'gone' && entry.kind !== 'back') return 'act';
  return entry.when.certainty === 'exact' ? 'exact' : 'span';
}

function yearOf(at: number, zone: string): string {
  return formatInstant(at, 'date', zone).slice(-4);
}
