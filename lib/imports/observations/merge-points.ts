import {
  comparePoints,
  reportedFields,
  stateKey,
  type Point,
  type PointState,
  type ReportedFacts,
} from '../timeline/point';
import { orderPoints } from '../timeline/order-points';
import { repeatsReported, findRedundantConfirmations } from './find-redundant-confirmations';

export interface StoredPoint extends Point {
  storedAs: 'observation' | 'confirmation';
  isNew: boolean;
}

export interface MergeResult {
  /** Whether a read was compared with facts that none of these points reports. */
  lacksFacts: boolean;
  points: StoredPoint[];
  /** New observations, with the time when the previous state was last seen. */
  observations: { point: StoredPoint; previousSeenMs: number | null }[];
  confirmations: StoredPoint[];
  dropped: StoredPoint[];
}

/** Adds new points to one import. A read that repeats what was known becomes a confirmation, all others observations. */
export function mergePoints(stored: readonly StoredPoint[], incoming: readonly Point[]): MergeResult {
  const known = new Set(stored.map((point) => point.fingerprint));
  let points = [...stored];
  const previousSeen = new Map<string, number | null>();
  let lacksFacts = false;
  for (const point of incoming.toSorted(comparePoints)) {
    if (known.has(point.fingerprint)) continue;
    known.add(point.fingerprint);
    const added: StoredPoint = { ...point, storedAs: 'observation', isNew: true };
    const ordered = orderPoints([...points, added]);
    const earlier = ordered.slice(0, ordered.indexOf(added));
    const before = earlier.findLast((other) => stateKey(other.state) !== undefined);
    previousSeen.set(point.fingerprint, before?.seenMs ?? null);
    if (point.happenedMs === null && repeatsState(point.state, before, earlier)) {
      const latest = latestReported(earlier);
      if (repeatsReported(point.reported, latest)) added.storedAs = 'confirmation';
      else lacksFacts ||= reportedFields.some((field) => point.reported[field] && !latest[field]);
    }
    points = ordered;
  }
  const dropped = new Set(findRedundantConfirmations(points, (point) => point.storedAs === 'confirmation'));
  const left = points.filter((point) => !dropped.has(point));
  return {
    lacksFacts,
    points: left,
    observations: left
      .filter((point) => point.isNew && point.storedAs === 'observation')
      .map((point) => ({ point, previousSeenMs: previousSeen.get(point.fingerprint) ?? null })),
    confirmations: left.filter((point) => point.isNew && point.storedAs === 'confirmation'),
    dropped: [...dropped].filter((point) => !point.isNew),
  };
}

/** Compares the exact text, so that another spelling of the same status is stored as an observation. */
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

function latestReported(points: readonly Point[]): ReportedFacts {
  const latest: ReportedFacts = {};
  for (const point of points) Object.assign(latest, point.reported);
  return latest;
}
