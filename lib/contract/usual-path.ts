import type { Decision } from './decisions';
import type { ImportDetail } from './imports';
import { usualPath, type KnownStatus, type Status } from './status';
import type { TimelineEntry } from './timeline';

export interface PathStep {
  status: KnownStatus;
  state:
    | 'passed'
    | 'current'
    /** Earlier than a step that was observed, but never observed itself. */
    | 'not-observed'
    /** Observed, but the import has moved back since. */
    | 'moved-back'
    | 'ahead';
}

export interface PathLayout {
  steps: PathStep[];
  /** How the import left the path: by a status outside it, by no longer being available, or both. The last is current. */
  exits: ({ kind: 'status'; status: Status } | { kind: 'gone' })[];
}

const sampleSteps: readonly KnownStatus[] = [
  'Waiting to start sample migration',
  'Sample migration in progress',
  'Sample migration completed',
];

export function layoutUsualPath({
  row: { status, gone },
  timeline,
  decisions,
}: {
  row: Pick<ImportDetail['row'], 'status' | 'gone'>;
  timeline: readonly Pick<TimelineEntry, 'status'>[];
  decisions: readonly Pick<Decision, 'kind'>[];
}): PathLayout {
  const seen = new Set([...timeline.map((entry) => entry.status?.known), status?.known]);
  // Created without a sample migration.
  const startsFull = decisions.some(({ kind }) => kind === 'start_full');
  const passedIfSeen = (step: KnownStatus) => (seen.has(step) ? 'passed' : 'not-observed');
  const path = usualPath.filter((step) => seen.has(step) || !(startsFull && sampleSteps.includes(step)));
  const lastSeen = path.findLastIndex((step) => seen.has(step));
  const current = path.findIndex((step) => step === status?.known);
  const exits: PathLayout['exits'] = [
    ...(status !== null && current < 0 ? [{ kind: 'status' as const, status }] : []),
    ...(gone ? [{ kind: 'gone' as const }] : []),
  ];
  if (exits.length > 0) {
    return {
      steps: path.slice(0, lastSeen + 1).map((step) => ({ status: step, state: passedIfSeen(step) })),
      exits,
    };
  }
  return {
    steps: path.map((step, index) => ({
      status: step,
      state:
        index === current ? 'current' : index < current ? passedIfSeen(step) : seen.has(step) ? 'moved-back' : 'ahead',
    })),
    exits,
  };
}
