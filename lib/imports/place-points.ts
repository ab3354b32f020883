import { knownStatuses } from '../contract/status';
import { comparePoints, positionMs, stateKey, type Point } from './point';
import { statusKey } from './recognise-status';

/**
 * The points in the order in which they are told. That is their own order, but for slow looks: what a look saw was so
 * at *some* moment between asking and hearing, and whatever else we learnt of that time says more about when. A look
 * that saw what was so before stays where it is; one that saw what another point tells of stands with that one. One
 * that saw neither stands where the usual path would have it, and so never before a state that is less far along.
 */
export function placePoints<P extends Point>(points: readonly P[]): P[] {
  const sorted = points.toSorted(comparePoints);
  const following = new Map<P, P[]>();
  const moved = new Set<P>();
  let before: P | undefined;
  sorted.forEach((point, index) => {
    const state = stateKey(point.says);
    if (state === undefined) return;
    const explained = !isLook(point) || (before !== undefined && state === stateKey(before.says));
    const host = explained ? undefined : hostOf(point, pointsDuring(sorted, index));
    if (host) {
      following.set(host, [...(following.get(host) ?? []), point]);
      moved.add(point);
    } else {
      before = point;
    }
  });
  // A host stands later in its own order than whoever follows it, so this ends.
  const withFollowers = (point: P): P[] => {
    const followers = following.get(point) ?? [];
    const alike = (other: P) => stateKey(other.says) === stateKey(point.says);
    const further = followers.filter((other) => !alike(other)).sort((a, b) => furtherAlong(a) - furtherAlong(b));
    return [point, ...[...followers.filter(alike), ...further].flatMap(withFollowers)];
  };
  return moved.size === 0 ? sorted : sorted.flatMap((point) => (moved.has(point) ? [] : withFollowers(point)));
}

/** Whether a look was under way at the moment of another point: then their order is a matter of `placePoints`. */
export function overlaps(point: Point, other: Point): boolean {
  const within = (inner: Point, outer: Point) =>
    isLook(outer) && outer.askedMs <= positionMs(inner) && positionMs(inner) <= outer.seenMs && inner !== outer;
  return within(point, other) || within(other, point);
}

function isLook(point: Point): boolean {
  return point.happenedMs === null;
}

function pointsDuring<P extends Point>(sorted: readonly P[], index: number): P[] {
  const during: P[] = [];
  const seenMs = sorted[index]?.seenMs ?? -Infinity;
  for (let at = index + 1; at < sorted.length; at += 1) {
    const point = sorted[at];
    // A report cut to the second stands at its end, and may have happened anywhere in it.
    if (!point || positionMs(point) > seenMs + 999) break;
    if ((point.happenedMs ?? point.askedMs) <= seenMs && stateKey(point.says) !== undefined) during.push(point);
  }
  return during;
}

/** The point behind which a look belongs, if it belongs behind one. */
function hostOf<P extends Point>(look: P, during: readonly P[]): P | undefined {
  const state = stateKey(look.says);
  const same = during.find((point) => stateKey(point.says) === state);
  return same ?? during.findLast((point) => furtherAlong(look) > furtherAlong(point));
}

/** What is gone sends no reports any more, so it is further along than everything. What we do not know compares with nothing. */
function furtherAlong(point: Point): number {
  if (point.says.kind !== 'status') return Infinity;
  const order = knownStatuses.findIndex((text) => point.says.kind === 'status' && text === statusKey(point.says.text));
  return order < 0 ? NaN : order;
}
