import {
  comparePoints,
  stateKey,
  reportedFields,
  type Point,
  type PointState,
  type ReportedFacts,
} from '../timeline/point';
import { orderPoints } from '../timeline/order-points';
import { repeats, findRedundantConfirmations } from './find-redundant-confirmations';

/** A point and where it is kept. `fresh` ones are not written yet. */
export interface StoredPoint extends Point {
  storedAs: 'observation' | 'confirmation';
  isNew: boolean;
}

export interface MergeResult {
  points: StoredPoint[];
  /** Points to append as observations, with the moment at which what was before had last been seen. */
  observations: { point: StoredPoint; previousSeenMs: number | null }[];
  confirmations: StoredPoint[];
  dropped: StoredPoint[];
}

/**
 * Takes new points into the record of one import. A look that repeats what was known at its moment becomes a sighting;
 * everything else is an observation. What was known already stays as it is.
 */
export function mergePoints(stored: readonly StoredPoint[], incoming: readonly Point[]): MergeResult {
  const known = new Set(stored.map((point) => point.fingerprint));
  let points = [...stored];
  const previousSeen = new Map<string, number | null>();
  for (const point of incoming.toSorted(comparePoints)) {
    if (known.has(point.fingerprint)) continue;
    known.add(point.fingerprint);
    const added: StoredPoint = { ...point, storedAs: 'observation', isNew: true };
    const ordered = orderPoints([...points, added]);
    const earlier = ordered.slice(0, ordered.indexOf(added));
    const before = earlier.findLast((other) => stateKey(other.state) !== undefined);
    previousSeen.set(point.fingerprint, before?.seenMs ?? null);
    if (
      point.happenedMs === null &&
      repeatsState(point.state, before, earlier) &&
      repeatsReported(point.reported, earlier)
    ) {
      added.storedAs = 'confirmation';
    }
    points = ordered;
  }
  const dropped = new Set(findRedundantConfirmations(points, (point) => point.storedAs === 'confirmation'));
  const left = points.filter((point) => !dropped.has(point));
  return {
    points: left,
    observations: left
      .filter((point) => point.isNew && point.storedAs === 'observation')
      .map((point) => ({ point, previousSeenMs: previousSeen.get(point.fingerprint) ?? null })),
    confirmations: left.filter((point) => point.isNew && point.storedAs === 'confirmation'),
    dropped: [...dropped].filter((point) => !point.isNew),
  };
}

/** Compared by the very text: another spelling of the same status is worth keeping, though it begins nothing new. */
function repeatsState(state: PointState, before: Point | undefined, earlier: readonly Point[]): boolean {
  switch (state.kind) {
    case 'created':
      return false;
    case 'nothing':
      return earlier.length > 0;
    case 'gone':
      return before?.state.kind === 'gone';
    case 'status':
      return before?.state.kind === 'status' && before.state.text === state.text;
  }
}

function repeatsReported(reported: ReportedFacts, earlier: readonly Point[]): boolean {
  const inForce: ReportedFacts = {};
  for (const point of earlier) Object.assign(inForce, point.reported);
  return reportedFields.every((field) => repeats(reported, inForce, field));
}
