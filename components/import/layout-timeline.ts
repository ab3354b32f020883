import type { TimelineEntry } from '@/lib/contract/timeline';
import { toneOf } from '../status/status-tone';
import type { Tone } from '../ui/badge';
import { formatInstant } from '../ui/format-instant';
import { timelineLabels } from './labels';

export type RailMark =
  | 'exact'
  /** At some time between two polls. */
  | 'span'
  /** An action by a person. */
  | 'action'
  | 'unknown-outcome';

/** With its import if the timeline covers several; null if it belongs to none. */
export type TimelineItem = TimelineEntry & { import?: { id: string; tool: string | null } | null };

export interface RailEntry {
  entry: TimelineItem;
  mark: RailMark;
  /** The rail's colour above (status after this entry) and below (status before); null before the first status. */
  toneAbove: Tone | null;
  toneBelow: Tone | null;
  tone: Tone;
}

export interface RailDay {
  label: string;
  entries: RailEntry[];
}

/** Groups entries by day in the viewer's zone, newest first, with rail colours. Today is first, also without entries. */
export function layoutTimeline(entries: readonly TimelineItem[], zone: string, nowMs: number): RailDay[] {
  const [newest] = entries;
  // The service's clock may be ahead of ours.
  const today = newest === undefined ? nowMs : Math.max(nowMs, Date.parse(timeOf(newest)));
  const todayLabel = formatInstant(today, 'day', zone);
  const thisYear = yearOf(today, zone);
  const days: RailDay[] = [{ label: todayLabel, entries: [] }];
  let below: Tone | null = null;
  // Oldest first, because a rail segment takes the colour of the status it leads to.
  const railEntries = entries.toReversed().map((entry): RailEntry => {
    const before = below;
    const ownTone = entry.kind === 'gone' ? 'gone' : entry.status === null ? null : toneOf(entry.status.family);
    // Between entries of different imports the line has no status of its own.
    if (entry.import !== undefined) {
      below = 'wait';
      const toneAbove = entry === newest ? null : below;
      return { entry, mark: markOf(entry), toneAbove, toneBelow: before, tone: ownTone ?? 'wait' };
    }
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
  return days.map((day, index) => (index === 0 ? { ...day, label: timelineLabels.today(todayLabel) } : day));
}

/** When it happened, or when it was first seen. */
function timeOf({ when }: TimelineEntry): string {
  return when.certainty === 'exact' ? when.at : when.to;
}

function markOf(entry: TimelineEntry): RailMark {
  if (entry.unknownOutcome) return 'unknown-outcome';
  if (entry.kind !== 'status' && entry.kind !== 'gone' && entry.kind !== 'back') return 'action';
  return entry.when.certainty === 'exact' ? 'exact' : 'span';
}

function yearOf(at: number, zone: string): string {
  return formatInstant(at, 'date', zone).slice(-4);
}
