import type { ObservationSource } from '../../contract/imports';
import { knownStatuses } from '../../contract/status';
import type { TimelineEntry, When } from '../../contract/timeline';
import { decisionEntries, type DecisionHistory } from './decision-entries';
import type { KnownFact } from './derive-current';
import { foldPoints, durationOf, type PeriodStart, type StatePeriod } from './fold-points';
import { messageEntry, type MessageHistory } from './message-entries';
import type { Point } from './point';
import { recogniseStatus, statusKey } from '../recognise-status';
import { emptyEntry, entryAt, type SortableEntry } from './timeline-entry';

export interface TimelineInput {
  points: readonly Point[];
  facts: readonly (KnownFact & { by: string | null })[];
  startedBy: 'staff' | 'customer' | 'key' | undefined;
  decisions: readonly DecisionHistory[];
  requests: readonly {
    id: string;
    requestedAt: Date;
    by: string;
    source: 'agent' | 'customer' | 'operator_page' | 'sample_complete';
    message: string;
    closedAt: Date | null;
    closeReason: string | null;
    closedByStatus: string | null;
  }[];
  notes: readonly { id: string; at: Date; by: string; text: string }[];
  messages: readonly MessageHistory[];
  now: Date;
}

/** Newest first. A time is exact when it was reported; otherwise it lies between two reads. */
export function buildTimeline(input: TimelineInput): TimelineEntry[] {
  return sortEntries(timelineEntries(input)).map(({ entry }) => entry);
}

/** Newest first; of entries with the same time, the last one given. */
export function sortEntries<Entry extends SortableEntry>(entries: readonly Entry[]): Entry[] {
  return entries.toReversed().sort((a, b) => b.sortMs - a.sortMs);
}

export function timelineEntries(input: TimelineInput): SortableEntry[] {
  const { periods, origin } = foldPoints(input.points);
  return [
    ...(origin ? [creationEntry(origin, input.startedBy)] : []),
    ...stateEntries(periods, input.now),
    ...input.decisions.flatMap(decisionEntries),
    ...input.requests.flatMap(requestEntries),
    ...input.notes.map(noteEntry),
    ...input.messages.map(messageEntry),
    ...input.facts.filter((fact) => fact.source === 'staff').map(factEntry),
  ];
}

function stateEntries(periods: readonly StatePeriod[], now: Date): SortableEntry[] {
  let sortMs = -Infinity;
  let previousKnown: { order: number; text: string } | undefined;
  let lastText: string | null = null;
  return periods.map((period, index) => {
    // Periods may overlap by the duration of a read; keep the order of their points.
    sortMs = Math.max(sortMs, period.start.toMs);
    const duration = durationOf(period, periods[index + 1], now.getTime());
    const common = {
      ...emptyEntry,
      when: whenOf(period.start),
      source: toTimelineSource(period.first.source),
      by: period.first.by,
      duration: {
        leastS: Math.floor(duration.leastMs / 1000),
        mostS: duration.mostMs === null ? null : Math.floor(duration.mostMs / 1000),
        open: index === periods.length - 1,
      },
    };
    if (period.last.state.kind !== 'status') {
      const status = lastText === null ? null : { ...recogniseStatus(lastText), family: 'gone' as const };
      return {
        sortMs,
        entry: {
          ...common,
          key: `gone:${period.first.fingerprint}`,
          kind: 'gone',
          title: 'No longer available',
          detail: 'Cancelled, archived or unknown at the service',
          status,
        },
      };
    }
    const status = recogniseStatus(period.last.state.text);
    const order = knownStatuses.findIndex((text) => text === statusKey(status.text));
    const movedBack = order >= 0 && previousKnown !== undefined && order < previousKnown.order;
    const before = previousKnown?.text ?? '';
    if (order >= 0) previousKnown = { order, text: status.text };
    lastText = status.text;
    const back = periods[index - 1]?.key === 'gone';
    return {
      sortMs,
      entry: {
        ...common,
        key: `${back ? 'back' : 'status'}:${period.first.fingerprint}`,
        kind: back ? 'back' : 'status',
        title: status.text,
        detail: movedBack ? `After ${before}` : '',
        status,
        movedBack,
      },
    };
  });
}

function whenOf(start: PeriodStart): When {
  const iso = (ms: number) => new Date(ms).toISOString();
  return start.exact
    ? { certainty: 'exact', at: iso(start.toMs) }
    : { certainty: 'between', from: start.fromMs === null ? null : iso(start.fromMs), to: iso(start.toMs) };
}

function toTimelineSource(source: ObservationSource): TimelineEntry['source'] {
  return source === 'decision' ? 'service' : source;
}

function creationEntry(origin: Point, startedBy: TimelineInput['startedBy']): SortableEntry {
  return {
    sortMs: origin.sentMs,
    entry: {
      ...emptyEntry,
      key: `creation:${origin.fingerprint}`,
      kind: 'creation',
      when: whenOf({
        fromMs: origin.sentMs,
        toMs: origin.happenedMs ?? origin.seenMs,
        exact: origin.happenedMs !== null,
      }),
      source: startedBy === 'customer' ? 'customer' : startedBy === 'staff' ? 'staff' : 'created',
      by: origin.by,
      title: startedBy === 'customer' ? 'Started by the customer' : 'Import created',
    },
  };
}

const requestTitles: Record<TimelineInput['requests'][number]['source'], string> = {
  agent: 'Customer requested the full migration through support',
  customer: 'Customer requested the full migration',
  operator_page: 'Customer requested the full migration',
  sample_complete: 'Queued because the sample is complete',
};

function requestEntries(request: TimelineInput['requests'][number]): SortableEntry[] {
  const made = entryAt(request.requestedAt, {
    key: `request:${request.id}`,
    kind: 'request',
    source: request.source === 'agent' ? 'staff' : request.source === 'sample_complete' ? 'service' : 'customer',
    by: request.source === 'sample_complete' ? null : request.by,
    title: requestTitles[request.source],
    detail: request.message,
  });
  if (request.closedByStatus === null || request.closedAt === null) return [made];
  const closed = entryAt(request.closedAt, {
    key: `request-closed:${request.id}`,
    kind: 'request',
    source: 'service',
    title: 'Request closed',
    detail: request.closeReason ?? '',
  });
  return [made, closed];
}

function noteEntry(note: TimelineInput['notes'][number]): SortableEntry {
  return entryAt(note.at, {
    key: `note:${note.id}`,
    kind: 'note',
    source: 'staff',
    by: note.by,
    title: `${note.by} noted`,
    detail: note.text,
  });
}

const fieldLabels: Record<KnownFact['field'], string> = {
  username: 'the customer',
  tool: 'the source tool',
  family: 'the family',
  instanceUrl: 'the destination',
  createdAt: 'when it was created',
  createdBy: 'who created it',
  demo: 'the demo mark',
};

function factEntry(fact: TimelineInput['facts'][number]): SortableEntry {
  return entryAt(fact.at, {
    key: `facts:${fact.at.getTime()}:${fact.field}`,
    kind: 'facts',
    source: 'staff',
    by: fact.by,
    title: `${fact.by ?? 'Staff'} ${fact.value === '' ? 'cleared' : 'filled in'} ${fieldLabels[fact.field]}`,
    detail: fact.value,
  });
}
