import type { ImportDetail } from './imports';
import { usualPath, type KnownStatus, type Status } from './status';

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

/** `observed` are the known statuses of its timeline. `startsFull`: created without a sample migration. */
export function layoutUsualPath(input: {
  status: Status | null;
  gone: boolean;
  observed: readonly string[];
  startsFull: boolean;
}): PathLayout {
  const { status, gone } = input;
  const seen = new Set([...input.observed, status?.known]);
  const passedIfSeen = (step: KnownStatus) => (seen.has(step) ? 'passed' : 'not-observed');
  const path = usualPath.filter((step) => seen.has(step) || !(input.startsFull && sampleSteps.includes(step)));
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

export function layoutPathOf({
  row,
  timeline,
  decisions,
}: Pick<ImportDetail, 'timeline' | 'decisions'> & { row: Pick<ImportDetail['row'], 'status' | 'gone'> }): PathLayout {
  return layoutUsualPath({
    status: row.status,
    gone: row.gone,
    observed: timeline.flatMap(({ status }) => status?.known ?? []),
    startsFull: decisions.some(({ kind }) => kind === 'start_full'),
  });
}
