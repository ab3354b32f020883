import { positionMs, stateKey, reportedFields, type Point, type ReportedFacts } from '../timeline/point';
import { overlaps, orderPoints } from '../timeline/order-points';

/**
 * How late a fact may arrive and still find every look it could have to be placed between. Webhooks are refused when
 * they are more than minutes old and looks end with their deadline, so half an hour is generous.
 */
const maxArrivalDelayMs = 30 * 60_000;

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
export function findRedundantConfirmations<P extends Point>(
  points: readonly P[],
  isConfirmation: (point: P) => boolean,
): P[] {
  if (points.length < 3) return [];
  const sorted = orderPoints(points);
  const settledBeforeMs = Math.max(...points.map(positionMs)) - maxArrivalDelayMs;
  const inForce: ReportedFacts = {};
  const repeatsFacts = new Set<P>();
  for (const point of sorted) {
    if (reportedFields.every((field) => repeats(point.reported, inForce, field))) repeatsFacts.add(point);
    Object.assign(inForce, point.reported);
  }
  // A look that heard no status stands in nobody's way; it is compared with its neighbours among all points instead.
  const withState = sorted.filter((point) => stateKey(point.state) !== undefined);
  const withoutState = sorted.filter((point) => point.state.kind === 'nothing');
  const between = (line: readonly P[], at: number, sameState: boolean): boolean => {
    const [before, point, after] = [line[at - 1], line[at], line[at + 1]];
    if (!before || !point || !after || !isConfirmation(point) || !repeatsFacts.has(point)) return false;
    if (positionMs(after) >= settledBeforeMs) return false;
    if (sorted.some((other) => overlaps(point, other) || overlaps(after, other))) return false;
    const state = stateKey(point.state);
    return !sameState || (stateKey(before.state) === state && stateKey(after.state) === state);
  };
  return [
    ...withState.filter((_, at) => between(withState, at, true)),
    ...withoutState.filter((point) => between(sorted, sorted.indexOf(point), false)),
  ];
}

/** Whether a field is told again as it was, or not told at all. */
export function repeats(reported: ReportedFacts, inForce: ReportedFacts, field: keyof ReportedFacts): boolean {
  const now = reported[field];
  return now === undefined || now.hash === inForce[field]?.hash;
}
