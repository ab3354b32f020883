import { knownStatuses } from '../contract/status';
import { comparePoints, earliestMs, latestMs, positionMs, stateKey, type Point } from './point';
import { statusKey } from './recognise-status';

/**
 * The points in the order in which they are told. That is their own order, but for slow looks: what a look saw was so
 * at *some* moment between asking and hearing, and whatever else we learnt of that time says more about when. Slow
 * looks are fitted in between the others, those that leave the least choice first.
 */
export function placePoints<P extends Point>(points: readonly P[]): P[] {
  const sorted = points.toSorted(comparePoints);
  const loose = sorted.filter((point, index) => isLook(point) && lasted(point) > 0 && tellsDuring(sorted, index));
  if (loose.length === 0) return sorted;
  const moving = new Set(loose);
  const line = sorted.filter((point) => !moving.has(point));
  for (const look of loose.toSorted((a, b) => lasted(a) - lasted(b) || comparePoints(a, b))) {
    line.splice(slotFor(look, line), 0, look);
  }
  return line;
}

/** Whether a look was under way at the moment of another point: then their order is a matter of `placePoints`. */
export function overlaps(point: Point, other: Point): boolean {
  const within = (inner: Point, outer: Point) =>
    isLook(outer) && outer.askedMs <= positionMs(inner) && positionMs(inner) <= outer.seenMs && inner !== outer;
  return within(point, other) || within(other, point);
}

function isLook(point: Point): boolean {
  return point.happenedMs === null && stateKey(point.says) !== undefined;
}

function lasted(look: Point): number {
  return look.seenMs - look.askedMs;
}

/** Whether another point tells of a state while this one's look was under way. */
function tellsDuring(sorted: readonly Point[], index: number): boolean {
  const seenMs = sorted[index]?.seenMs ?? -Infinity;
  for (let at = index + 1; at < sorted.length; at += 1) {
    const point = sorted[at];
    // A report cut to the second stands at its end, and may have happened anywhere in it.
    if (!point || positionMs(point) > seenMs + 999) return false;
    if (earliestMs(point) <= seenMs && stateKey(point.says) !== undefined) return true;
  }
  return false;
}

/**
 * Where a look goes: after what was surely before it, before what was surely after, and in between where it makes the
 * fewest changes. That is beside a point that tells of the same, or else not between two that agree, as that would tell
 * of a state left and entered again, which nobody saw. Where that leaves a choice it stands where the usual path would
 * have it, and so not before a state that is less far along.
 */
function slotFor(look: Point, line: readonly Point[]): number {
  const telling = line.flatMap((point, index) => (stateKey(point.says) === undefined ? [] : [{ point, index }]));
  const first = telling.findLastIndex(({ point }) => latestMs(point) < look.askedMs);
  const after = telling.findIndex(({ point }) => earliestMs(point) > look.seenMs);
  const last = after < 0 ? telling.length : after;
  const gaps = Array.from({ length: last - first }, (_, step) => {
    const [left, right] = [telling[first + step], telling[first + step + 1]];
    return { left, changes: changesBetween(left?.point, look, right?.point) };
  });
  const fewest = Math.min(...gaps.map(({ changes }) => changes));
  const fitting = gaps.filter(({ changes }) => changes === fewest);
  const onPath = fitting.findLast(({ left }) => left && furtherAlong(look) > furtherAlong(left.point));
  const atItsMoment = fitting.findLast(({ left }) => !left || comparePoints(left.point, look) < 0);
  // A report says more about the moment than the look that saw the same, so the look stands behind it.
  const behindItsLike = fitting.find(({ left }) => left && stateKey(left.point.says) === stateKey(look.says));
  const gap = (fewest === 0 ? behindItsLike : (onPath ?? atItsMoment)) ?? fitting[0];
  let slot = (gap?.left?.index ?? -1) + 1;
  // Points that tell of no state stand at their own moment, and so does the look among them.
  for (let point = line[slot]; point && stateKey(point.says) === undefined; point = line[slot]) {
    if (comparePoints(point, look) > 0) break;
    slot += 1;
  }
  return slot;
}

/** How many changes of state a look makes between two points, more than there are without it. */
function changesBetween(left: Point | undefined, look: Point, right: Point | undefined): number {
  const [from, state, to] = [left, look, right].map((point) => point && stateKey(point.says));
  if (state === from || state === to) return 0;
  return from !== undefined && from === to ? 2 : 1;
}

/** What is gone sends no reports any more, so it is further along than everything. What we do not know compares with nothing. */
function furtherAlong(point: Point): number {
  if (point.says.kind !== 'status') return Infinity;
  const order = knownStatuses.findIndex((text) => point.says.kind === 'status' && text === statusKey(point.says.text));
  return order < 0 ? NaN : order;
}
