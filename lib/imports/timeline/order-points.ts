import { knownStatuses } from '../../contract/status';
import { clockToleranceMs, comparePoints, earliestMs, latestPlaceMs, positionMs, stateKey, type Point } from './point';
import { statusKey } from '../recognise-status';

/**
 * Sorts points by time, except reads whose place is uncertain: what a slow read saw was true at some moment between request
 * and response, and a report may be later than its time says. They are inserted where they fit best, shortest first.
 */
export function orderPoints<P extends Point>(points: readonly P[]): P[] {
  const sorted = points.toSorted(comparePoints);
  const movable = sorted.filter(
    (point, index) =>
      isServiceRead(point) &&
      ((readDurationMs(point) > 0 && hasStateDuring(sorted, index)) || isAfterUncertainReport(sorted, index)),
  );
  if (movable.length === 0) return sorted;
  const moving = new Set(movable);
  const ordered = sorted.filter((point) => !moving.has(point));
  for (const read of movable.toSorted((a, b) => readDurationMs(a) - readDurationMs(b) || comparePoints(a, b))) {
    ordered.splice(indexFor(read, ordered), 0, read);
  }
  return ordered;
}

/** Whether the order of the points is uncertain: one is a read, in progress where the other may have its place. */
export function overlaps(point: Point, other: Point): boolean {
  const lastMs = (inner: Point) => (inner.happenedMs === null ? positionMs(inner) : latestPlaceMs(inner));
  const within = (inner: Point, outer: Point) =>
    isServiceRead(outer) && outer.sentMs <= lastMs(inner) && positionMs(inner) <= outer.seenMs && inner !== outer;
  return within(point, other) || within(other, point);
}

function isServiceRead(point: Point): boolean {
  return point.happenedMs === null && stateKey(point.state) !== undefined;
}

function readDurationMs(read: Point): number {
  return read.seenMs - read.sentMs;
}

function hasStateDuring(sorted: readonly Point[], index: number): boolean {
  const seenMs = sorted[index]?.seenMs ?? -Infinity;
  for (let i = index + 1; i < sorted.length; i += 1) {
    const point = sorted[i];
    // `positionMs` moves a report stamped to the second to the end of that second.
    if (!point || positionMs(point) > seenMs + 999) return false;
    if (earliestMs(point) <= seenMs && stateKey(point.state) !== undefined) return true;
  }
  return false;
}

function isAfterUncertainReport(sorted: readonly Point[], index: number): boolean {
  const sentMs = sorted[index]?.sentMs ?? Infinity;
  for (let i = index - 1; i >= 0; i -= 1) {
    const point = sorted[i];
    if (!point || positionMs(point) + clockToleranceMs < sentMs) return false;
    if (point.happenedMs !== null && latestPlaceMs(point) >= sentMs && stateKey(point.state) !== undefined) return true;
  }
  return false;
}

/**
 * Where to insert a read: after everything certainly earlier, before everything certainly later, and in between where
 * it adds the fewest state changes. Ties go to the place that follows the usual order of statuses.
 */
function indexFor(read: Point, ordered: readonly Point[]): number {
  const withState = ordered.flatMap((point, index) => (stateKey(point.state) === undefined ? [] : [{ point, index }]));
  const first = withState.findLastIndex(({ point }) => latestPlaceMs(point) < read.sentMs);
  const after = withState.findIndex(({ point }) => earliestMs(point) > read.seenMs);
  const last = after < 0 ? withState.length : after;
  const gaps = Array.from({ length: last - first }, (_, step) => {
    const [left, right] = [withState[first + step], withState[first + step + 1]];
    return { left, right, changes: changesBetween(left?.point, read, right?.point) };
  });
  const fewest = Math.min(...gaps.map(({ changes }) => changes));
  const fitting = gaps.filter(({ changes }) => changes === fewest);
  const onPath = fitting.findLast(({ left, right }) =>
    left ? progressOf(read) > progressOf(left.point) : right && progressOf(read) < progressOf(right.point),
  );
  const byTime = fitting.findLast(({ left }) => !left || comparePoints(left.point, read) < 0);
  // A report gives a better time than the read of the same state, so the read goes after it.
  const afterSameState = fitting.find(({ left }) => left && stateKey(left.point.state) === stateKey(read.state));
  const gap = (fewest === 0 ? afterSameState : (onPath ?? byTime)) ?? fitting[0];
  let position = (gap?.left?.index ?? -1) + 1;
  // Points without a state stay in order of time.
  for (let point = ordered[position]; point && stateKey(point.state) === undefined; point = ordered[position]) {
    if (comparePoints(point, read) > 0) break;
    position += 1;
  }
  return position;
}

/** How many state changes the read adds between two points. */
function changesBetween(left: Point | undefined, read: Point, right: Point | undefined): number {
  const [from, state, to] = [left, read, right].map((point) => point && stateKey(point.state));
  if (state === from || state === to) return 0;
  return from !== undefined && from === to ? 2 : 1;
}

/** Gone comes last. NaN for unknown statuses, so that comparisons with them are false. */
function progressOf(point: Point): number {
  if (point.state.kind !== 'status') return Infinity;
  const key = statusKey(point.state.text);
  const order = knownStatuses.findIndex((text) => text === key);
  return order < 0 ? NaN : order;
}
