import type { TimelineEntry } from '../../contract/timeline';

/** An entry and the moment by which it takes its place among the others. */
export interface SortableEntry {
  sortMs: number;
  entry: TimelineEntry;
}

export const emptyEntry = {
  by: null,
  detail: '',
  status: null,
  movedBack: false,
  unknownOutcome: false,
  stayed: null,
} as const satisfies Partial<TimelineEntry>;

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
