import type { TimelineEntry } from '../../contract/timeline';

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
  duration: null,
} as const satisfies Partial<TimelineEntry>;

/** An entry whose time is known exactly. */
export function entryAt(
  at: Date,
  fields: Pick<TimelineEntry, 'key' | 'kind' | 'source' | 'title'> & Partial<TimelineEntry>,
): SortableEntry {
  const when = { certainty: 'exact', at: at.toISOString() } as const;
  return { sortMs: at.getTime(), entry: { ...emptyEntry, when, ...fields } };
}
