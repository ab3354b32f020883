import { positionMs, stateKey, toldFields, type Point, type Told } from './point';
import { overlaps, placePoints } from './place-points';

/**
 * How late a fact may arrive and still find every look it could have to be placed between. Webhooks are refused when
 * they are more than minutes old and looks end with their deadline, so half an hour is generous.
 */
const latestArrivalMs = 30 * 60_000;

/**
 * Ten looks that saw the same thing need not be ten rows. A sighting may go when the fold without it is the same, now
 * and after any fact that can still arrive:
 *
 * - its neighbours on both sides tell of the same state, so it begins nothing and ends nothing;
 * - the neighbour after it is older than `latestArrivalMs` before the newest point, so nothing can come between them;
 * - no look was under way at its moment, nor anything else at its own, so nobody's place depends on it; nor at the
 *   moment of the neighbour after it, which is then the better bound of what follows;
 * - each fact it told was in force before it, so without it the same is in force.
 *
 * A fact that arrives later than that still slots in where it belongs; its span may then be wider than it could have
 * been, and is never wrong. Observations are never dropped.
 */
export function thinSightings<P extends Point>(points: readonly P[], isSighting: (point: P) => boolean): P[] {
  if (points.length < 3) return [];
  const sorted = placePoints(points);
  const settledBeforeMs = Math.max(...points.map(positionMs)) - latestArrivalMs;
  const inForce: Told = {};
  const repeatsFacts = new Set<P>();
  for (const point of sorted) {
    if (toldFields.every((field) => repeats(point.told, inForce, field))) repeatsFacts.add(point);
    Object.assign(inForce, point.told);
  }
  // A look that heard no status stands in nobody's way; it is compared with its neighbours among all points instead.
  const speaking = sorted.filter((point) => stateKey(point.says) !== undefined);
  const mute = sorted.filter((point) => point.says.kind === 'nothing');
  const between = (line: readonly P[], at: number, sameState: boolean): boolean => {
    const [before, point, after] = [line[at - 1], line[at], line[at + 1]];
    if (!before || !point || !after || !isSighting(point) || !repeatsFacts.has(point)) return false;
    if (positionMs(after) >= settledBeforeMs) return false;
    if (sorted.some((other) => overlaps(point, other) || overlaps(after, other))) return false;
    const state = stateKey(point.says);
    return !sameState || (stateKey(before.says) === state && stateKey(after.says) === state);
  };
  return [
    ...speaking.filter((_, at) => between(speaking, at, true)),
    ...mute.filter((point) => between(sorted, sorted.indexOf(point), false)),
  ];
}

/** Whether a field is told again as it was, or not told at all. */
export function repeats(told: Told, inForce: Told, field: keyof Told): boolean {
  const now = told[field];
  return now === undefined || now.hash === inForce[field]?.hash;
}
