import type { ObservationSource } from '../contract/imports';
import { knownStatuses } from '../contract/status';
import type { TimelineEntry, When } from '../contract/timeline';
import { decisionEntries, type DecisionHistory } from './decision-entries';
import type { KnownFact } from './derive-current';
import { foldRuns, stayOf, type Begin, type Run } from './fold-runs';
import type { Point } from './point';
import { recogniseStatus, statusKey } from './recognise-status';
import { blankEntry, iso, type PlacedEntry } from './timeline-entry';

export interface TimelineInput {
  points: readonly Point[];
  facts: readonly (KnownFact & { by: string | null })[];
  startedBy: 'staff' | 'customer' | 'key' | undefined;
  decisions: readonly DecisionHistory[];
  requests: readonly {
    id: string;
    askedAt: Date;
    by: string;
    source: 'agent' | 'customer' | 'operator_page' | 'sample_complete';
    message: string;
  }[];
  notes: readonly { id: string; at: Date; by: string; text: string }[];
  now: Date;
}

/**
 * The history of an import, newest first: what the service was seen to say, and what people did. A pure function of
 * the record, so the same facts give the same timeline in whatever order they came. No entry claims to know more than
 * was told: a moment is exact when somebody named it, and otherwise lies between two looks.
 */
export function buildTimeline(input: TimelineInput): TimelineEntry[] {
  const { runs, birth } = foldRuns(input.points);
  const placed: PlacedEntry[] = [
    ...(birth ? [creationEntry(birth, input.startedBy)] : []),
    ...stateEntries(runs, input.now),
    ...input.decisions.flatMap(decisionEntries),
    ...input.requests.map(requestEntry),
    ...input.notes.map(noteEntry),
    ...input.facts.filter((fact) => fact.source === 'staff').map(factEntry),
  ];
  return placed
    .map((entry, index) => ({ ...entry, index }))
    .sort((a, b) => b.placeMs - a.placeMs || b.index - a.index)
    .map(({ entry }) => entry);
}

function stateEntries(runs: readonly Run[], now: Date): PlacedEntry[] {
  let placeMs = -Infinity;
  let previous: { order: number; text: string } | undefined;
  let lastText: string | null = null;
  return runs.map((run, index) => {
    // Two runs may overlap by the width of a look; they are told in the order of their points all the same.
    placeMs = Math.max(placeMs, run.begin.toMs);
    const stay = stayOf(run, runs[index + 1], now.getTime());
    const common = {
      ...blankEntry,
      when: whenOf(run.begin),
      source: toTimelineSource(run.first.source),
      by: run.first.by,
      stayed: {
        leastS: Math.floor(stay.leastMs / 1000),
        mostS: stay.mostMs === null ? null : Math.floor(stay.mostMs / 1000),
        open: index === runs.length - 1,
      },
    };
    if (run.last.says.kind !== 'status') {
      const status = lastText === null ? null : { ...recogniseStatus(lastText), family: 'gone' as const };
      return {
        placeMs,
        entry: {
          ...common,
          key: `gone:${run.first.fingerprint}`,
          kind: 'gone',
          title: 'No longer available',
          detail: 'Cancelled, archived or unknown at the service',
          status,
        },
      };
    }
    const status = recogniseStatus(run.last.says.text);
    const order = knownStatuses.findIndex((text) => text === statusKey(status.text));
    const movedBack = order >= 0 && previous !== undefined && order < previous.order;
    const before = previous?.text ?? '';
    if (order >= 0) previous = { order, text: status.text };
    lastText = status.text;
    const back = runs[index - 1]?.key === 'gone';
    return {
      placeMs,
      entry: {
        ...common,
        key: `${back ? 'back' : 'status'}:${run.first.fingerprint}`,
        kind: back ? 'back' : 'status',
        title: status.text,
        detail: movedBack ? `After ${before}` : '',
        status,
        movedBack,
      },
    };
  });
}

function whenOf(begin: Begin): When {
  return begin.exact
    ? { certainty: 'exact', at: iso(begin.toMs) }
    : { certainty: 'between', from: begin.fromMs === null ? null : iso(begin.fromMs), to: iso(begin.toMs) };
}

function toTimelineSource(source: ObservationSource): TimelineEntry['source'] {
  return source === 'decision' ? 'service' : source;
}

function creationEntry(birth: Point, startedBy: TimelineInput['startedBy']): PlacedEntry {
  return {
    placeMs: birth.askedMs,
    entry: {
      ...blankEntry,
      key: `creation:${birth.fingerprint}`,
      kind: 'creation',
      when: whenOf({
        fromMs: birth.askedMs,
        toMs: birth.happenedMs ?? birth.seenMs,
        exact: birth.happenedMs !== null,
      }),
      source: startedBy === 'customer' ? 'customer' : startedBy === 'staff' ? 'staff' : 'created',
      by: birth.by,
      title: startedBy === 'customer' ? 'Started by the customer' : 'Import created',
    },
  };
}

const requestTitles: Record<TimelineInput['requests'][number]['source'], string> = {
  agent: 'Customer asked support for the full migration',
  customer: 'Customer asked for the full migration',
  operator_page: 'Customer asked for the full migration',
  sample_complete: 'Put in the queue, as the sample is complete',
};

function requestEntry(request: TimelineInput['requests'][number]): PlacedEntry {
  return {
    placeMs: request.askedAt.getTime(),
    entry: {
      ...blankEntry,
      key: `request:${request.id}`,
      kind: 'request',
      when: { certainty: 'exact', at: request.askedAt.toISOString() },
      source: request.source === 'agent' ? 'staff' : request.source === 'sample_complete' ? 'service' : 'customer',
      by: request.source === 'sample_complete' ? null : request.by,
      title: requestTitles[request.source],
      detail: request.message,
    },
  };
}

function noteEntry(note: TimelineInput['notes'][number]): PlacedEntry {
  return {
    placeMs: note.at.getTime(),
    entry: {
      ...blankEntry,
      key: `note:${note.id}`,
      kind: 'note',
      when: { certainty: 'exact', at: note.at.toISOString() },
      source: 'staff',
      by: note.by,
      title: `${note.by} noted`,
      detail: note.text,
    },
  };
}

const fieldWords: Record<KnownFact['field'], string> = {
  username: 'the customer',
  tool: 'the source tool',
  family: 'the family',
  instanceUrl: 'the destination',
  createdAt: 'when it was created',
  createdBy: 'who created it',
  demo: 'the demo mark',
};

function factEntry(fact: TimelineInput['facts'][number]): PlacedEntry {
  const by = fact.by ?? 'Staff';
  return {
    placeMs: fact.at.getTime(),
    entry: {
      ...blankEntry,
      key: `facts:${fact.at.getTime()}:${fact.field}`,
      kind: 'facts',
      when: { certainty: 'exact', at: fact.at.toISOString() },
      source: 'staff',
      by: fact.by,
      title: `${by} ${fact.value === '' ? 'cleared' : 'filled in'} ${fieldWords[fact.field]}`,
      detail: fact.value,
    },
  };
}
