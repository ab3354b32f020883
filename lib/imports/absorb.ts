import { comparePoints, stateKey, toldFields, type Point, type Says, type Told } from './point';
import { placePoints } from './place-points';
import { repeats, thinSightings } from './thin-sightings';

/** A point and where it is kept. `fresh` ones are not written yet. */
export interface KeptPoint extends Point {
  kept: 'observation' | 'sighting';
  fresh: boolean;
}

export interface Absorbed {
  points: KeptPoint[];
  /** Points to append as observations, with the moment at which what was before had last been seen. */
  observations: { point: KeptPoint; previousSeenMs: number | null }[];
  sightings: KeptPoint[];
  dropped: KeptPoint[];
}

/**
 * Takes new points into the record of one import. A look that repeats what was known at its moment becomes a sighting;
 * everything else is an observation. What was known already stays as it is.
 */
export function absorb(kept: readonly KeptPoint[], incoming: readonly Point[]): Absorbed {
  const known = new Set(kept.map((point) => point.fingerprint));
  let points = [...kept];
  const previousSeen = new Map<string, number | null>();
  for (const point of incoming.toSorted(comparePoints)) {
    if (known.has(point.fingerprint)) continue;
    known.add(point.fingerprint);
    const added: KeptPoint = { ...point, kept: 'observation', fresh: true };
    const placed = placePoints([...points, added]);
    const earlier = placed.slice(0, placed.indexOf(added));
    const before = earlier.findLast((other) => stateKey(other.says) !== undefined);
    previousSeen.set(point.fingerprint, before?.seenMs ?? null);
    if (point.happenedMs === null && repeatsState(point.says, before, earlier) && repeatsTold(point.told, earlier)) {
      added.kept = 'sighting';
    }
    points = placed;
  }
  const dropped = new Set(thinSightings(points, (point) => point.kept === 'sighting'));
  const left = points.filter((point) => !dropped.has(point));
  return {
    points: left,
    observations: left
      .filter((point) => point.fresh && point.kept === 'observation')
      .map((point) => ({ point, previousSeenMs: previousSeen.get(point.fingerprint) ?? null })),
    sightings: left.filter((point) => point.fresh && point.kept === 'sighting'),
    dropped: [...dropped].filter((point) => !point.fresh),
  };
}

/** Compared by the very text: another spelling of the same status is worth keeping, though it begins nothing new. */
function repeatsState(says: Says, before: Point | undefined, earlier: readonly Point[]): boolean {
  switch (says.kind) {
    case 'created':
      return false;
    case 'nothing':
      return earlier.length > 0;
    case 'gone':
      return before?.says.kind === 'gone';
    case 'status':
      return before?.says.kind === 'status' && before.says.text === says.text;
  }
}

function repeatsTold(told: Told, earlier: readonly Point[]): boolean {
  const inForce: Told = {};
  for (const point of earlier) Object.assign(inForce, point.told);
  return toldFields.every((field) => repeats(told, inForce, field));
}
