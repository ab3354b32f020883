import { positionMs, stateKey, reportedFields, type Point, type ReportedFacts } from '../timeline/point';
import { overlaps, orderPoints } from '../timeline/order-points';

/** How late a point can arrive. Webhooks are rejected after minutes and reads time out, so this is generous. */
const maxArrivalDelayMs = 30 * 60_000;

/**
 * A confirmation can be deleted when the fold is the same without it, now and after any point that can still arrive:
 *
 * - both neighbours have the same state, so it starts and ends no period;
 * - the next neighbour is older than `maxArrivalDelayMs` before the newest point, so nothing can come between them;
 * - neither it nor the next neighbour overlaps another read, so no other point's position depends on it;
 * - each fact it reports was reported before, and in the same state: readers show what was reported in the current one.
 *
 * A point that arrives later still gets its place; its time span may only be wider than necessary.
 */
export function findRedundantConfirmations<P extends Point>(
  points: readonly P[],
  isConfirmation: (point: P) => boolean,
): P[] {
  if (points.length < 3) return [];
  const sorted = orderPoints(points);
  const settledBeforeMs = Math.max(...points.map(positionMs)) - maxArrivalDelayMs;
  const current: ReportedFacts = {};
  let inState: { key: string | undefined; reported: ReportedFacts } = { key: undefined, reported: {} };
  const repeatsFacts = new Set<P>();
  for (const point of sorted) {
    const key = stateKey(point.state);
    if (key !== undefined && key !== inState.key) inState = { key, reported: {} };
    const repeatsInState = key === undefined || repeatsReported(point.reported, inState.reported);
    if (repeatsInState && repeatsReported(point.reported, current)) repeatsFacts.add(point);
    Object.assign(current, point.reported);
    if (key !== undefined) Object.assign(inState.reported, point.reported);
  }
  // A read without a status separates no states, so it is compared with its neighbours among all points.
  const withState = sorted.filter((point) => stateKey(point.state) !== undefined);
  const withoutState = sorted.filter((point) => point.state.kind === 'nothing');
  const isRedundant = (line: readonly P[], index: number, sameState: boolean): boolean => {
    const [before, point, after] = [line[index - 1], line[index], line[index + 1]];
    if (!before || !point || !after || !isConfirmation(point) || !repeatsFacts.has(point)) return false;
    if (positionMs(after) >= settledBeforeMs) return false;
    if (sorted.some((other) => overlaps(point, other) || overlaps(after, other))) return false;
    const state = stateKey(point.state);
    return !sameState || (stateKey(before.state) === state && stateKey(after.state) === state);
  };
  return [
    ...withState.filter((_, index) => isRedundant(withState, index, true)),
    ...withoutState.filter((point) => isRedundant(sorted, sorted.indexOf(point), false)),
  ];
}

export function repeatsReported(reported: ReportedFacts, current: ReportedFacts): boolean {
  return reportedFields.every((field) => {
    const fact = reported[field];
    return fact === undefined || fact.hash === current[field]?.hash;
  });
}
