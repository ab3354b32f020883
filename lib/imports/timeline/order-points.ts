import { knownStatuses } from '../../contract/status';
import { comparePoints, earliestMs, latestMs, positionMs, stateKey, type Point } from './point';
import { statusKey } from '../recognise-status';

/**
 * The points in the order in which they are told. That is their own order, but for slow looks: what a look saw was so
 * at *some* moment between asking and hearing, and whatever else we learnt of that time says more about when. Slow
 * looks are fitted in between the others, those that leave the least choice first.
 */
export function orderPoints<P extends Point>(points: readonly P[]): P[] {
  const sorted = points.toSorted(comparePoints);
  const movable = sorted.filter(
    (point, index) => isServiceRead(point) && readDurationMs(point) > 0 && hasStateDuring(sorted, index),
  );
  if (movable.length === 0) return sorted;
  const moving = new Set(movable);
  const ordered = sorted.filter((point) => !moving.has(point));
  for (const read of movable.toSorted((a, b) => readDurationMs(a) - readDurationMs(b) || comparePoints(a, b))) {
    ordered.splice(indexFor(read, ordered), 0, read);
  }
  return ordered;
}

/** Whether a look was under way at the moment of another point: then their order is a matter of `placePoints`. */
export function overlaps(point: Point, other: Point): boolean {
  const within = (inner: Point, outer: Point) =>
    isServiceRead(outer) && outer.askedMs <= positionMs(inner) && positionMs(inner) <= outer.seenMs && inner !== outer;
  return within(point, other) || within(other, point);
}

function isServiceRead(point: Point): boolean {
  return point.happenedMs === null && stateKey(point.state) !== undefined;
}

function readDurationMs(read: Point): number {
  return read.seenMs - read.askedMs;
}

/** Whether another point tells of a state while this one's look was under way. */
function hasStateDuring(sorted: readonly Point[], index: number): boolean {
  const seenMs = sorted[index]?.seenMs ?? -Infinity;
  for (let at = index + 1; at < sorted.length; at += 1) {
    const point = sorted[at];
    // A report cut to the second stands at its end, and may have happened anywhere in it.
    if (!point || positionMs(point) > seenMs + 999) return false;
    if (earliestMs(point) <= seenMs && stateKey(point.state) !== undefined) return true;
  }
  return false;
}

/**
 * Where a look goes: after what was surely before it, before what was surely after, and in between where it makes the
 * fewest changes. That is beside a point that tells of the same, or else not between two that agree, as that would tell
 * of a state left and entered again, which nobody saw. Where that leaves a choice it stands where the usual path would
 * have it, and so not before a state that is less far along.
 */
function indexFor(read: Point, ordered: readonly Point[]): number {
  const withState = ordered.flatMap((point, index) => (stateKey(point.state) === undefined ? [] : [{ point, index }]));
  const first = withState.findLastIndex(({ point }) => latestMs(point) < read.askedMs);
  const after = withState.findIndex(({ point }) => earliestMs(point) > read.seenMs);
  const last = after < 0 ? withState.length : after;
  const gaps = Array.from({ length: last - first }, (_, step) => {
    const [left, right] = [withState[first + step], withState[first + step + 1]];
    return { left, changes: changesBetween(left?.point, read, right?.point) };
  });
  const fewest = Math.min(...gaps.map(({ changes }) => changes));
  const fitting = gaps.filter(({ changes }) => changes === fewest);
  const onPath = fitting.findLast(({ left }) => left && progressOf(read) > progressOf(left.point));
  const byTime = fitting.findLast(({ left }) => !left || comparePoints(left.point, read) < 0);
  // A report says more about the moment than the look that saw the same, so the look stands behind it.
  const afterSameState = fitting.find(({ left }) => left && stateKey(left.point.state) === stateKey(read.state));
  const gap = (fewest === 0 ? afterSameState : (onPath ?? byTime)) ?? fitting[0];
  let position = (gap?.left?.index ?? -1) + 1;
  // Points that tell of no state stand at their own moment, and so does the look among them.
  for (let point = ordered[position]; point && stateKey(point.state) === undefined; point = ordered[position]) {
    if (comparePoints(point, read) > 0) break;
    position += 1;
  }
  return position;
}

/** How many changes of state a look makes between two points, more than there are without it. */
function changesBetween(left: Point | undefined, read: Point, right: Point | undefined): number {
  const [from, state, to] = [left, read, right].map((point) => point && stateKey(point.state));
  if (state === from || state === to) return 0;
  return from !== undefined && from === to ? 2 : 1;
}

/** What is gone sends no reports any more, so it is further along than everything. What we do not know compares with nothing. */
function progressOf(point: Point): number {
  if (point.state.kind !== 'status') return Infinity;
  const order = knownStatuses.findIndex(
    (text) => point.state.kind === 'status' && text === statusKey(point.state.text),
  );
  return order < 0 ? NaN : order;
}
