import { asOfMs, earliestMs, latestMs, stateKey, reportedFields, type Point, type ReportedFacts } from './point';
import { orderPoints } from './order-points';

/** When a state began: exactly, or not before `fromMs` (null: nobody can say) and not after `toMs`. */
export interface PeriodStart {
  fromMs: number | null;
  toMs: number;
  exact: boolean;
}

/** A stretch of time in which every point told of the same state. */
export interface StatePeriod<P extends Point = Point> {
  key: string;
  start: PeriodStart;
  first: P;
  last: P;
}

export interface Fold<P extends Point = Point> {
  periods: StatePeriod<P>[];
  origin: P | undefined;
  /** What is in force of each fact, and the point that told it last. */
  facts: { [F in keyof ReportedFacts]?: { reported: NonNullable<ReportedFacts[F]>; point: P } };
  /** The point that speaks for the latest moment. */
  freshest: P | undefined;
  firstSeenMs: number | undefined;
}

export function foldPoints<P extends Point>(points: readonly P[]): Fold<P> {
  const periods: StatePeriod<P>[] = [];
  const facts: Fold<P>['facts'] = {};
  let origin: P | undefined;
  let freshest: P | undefined;
  let firstSeenMs: number | undefined;
  let period: { key: string; points: P[] } | undefined;
  let createdMs: number | null = null;
  const closed: P[][] = [];

  const close = () => {
    const first = period?.points[0];
    const last = period?.points.at(-1);
    if (!period || !first || !last) return;
    periods.push({
      key: period.key,
      start: startOf(period.points, first, lowerBoundOf(closed, first) ?? createdMs),
      first,
      last,
    });
    closed.push(period.points);
  };

  for (const point of orderPoints(points)) {
    if (!freshest || asOfMs(point) >= asOfMs(freshest)) freshest = point;
    firstSeenMs ??= asOfMs(point);
    for (const field of reportedFields) setFact(facts, field, point);
    if (point.state.kind === 'created') {
      // The earliest birth counts. It bounds the first state only: what we saw before it, we saw.
      origin ??= point;
      if (!period) createdMs = point.askedMs;
    }
    const key = stateKey(point.state);
    if (key === undefined) continue;
    if (period?.key === key) {
      period.points.push(point);
    } else {
      close();
      period = { key, points: [point] };
    }
  }
  close();
  return { periods, origin, facts, freshest, firstSeenMs };
}

function setFact<P extends Point, F extends keyof ReportedFacts>(facts: Fold<P>['facts'], field: F, point: P): void {
  const reported = point.reported[field];
  if (reported !== undefined) Object.assign(facts, { [field]: { reported, point } });
}

/**
 * The last moment at which we know that a state was not there yet. Only what was surely before its first point counts:
 * of two looks that were under way together, nobody can say which of them the service answered first.
 */
function lowerBoundOf(closed: readonly (readonly Point[])[], first: Point): number | null {
  const surelyBefore = (point: Point) => latestMs(point) <= earliestMs(first);
  const period = closed.findLast((points) => points.some(surelyBefore));
  return period ? Math.max(...period.filter(surelyBefore).map(earliestMs)) : null;
}

function startOf(points: readonly Point[], first: Point, boundMs: number | null): PeriodStart {
  if (first.happenedMs !== null) return exactStart(first.happenedMs);
  // A report that falls into the time a look was under way names the moment better than the look does.
  for (const { happenedMs } of points) {
    if (happenedMs === null || happenedMs > first.seenMs || (boundMs !== null && happenedMs < boundMs)) continue;
    return exactStart(happenedMs);
  }
  return { fromMs: boundMs, toMs: first.seenMs, exact: false };
}

function exactStart(atMs: number): PeriodStart {
  return { fromMs: atMs, toMs: atMs, exact: true };
}

/** How long a run lasted, given the one that followed, or `nowMs` for the one that still lasts. */
export function durationOf(
  period: StatePeriod,
  next: StatePeriod | undefined,
  nowMs: number,
): { leastMs: number; mostMs: number | null } {
  const end = next?.start ?? { fromMs: nowMs, toMs: nowMs };
  const leastMs = Math.max(0, (end.fromMs ?? end.toMs) - period.start.toMs);
  return { leastMs, mostMs: period.start.fromMs === null ? null : Math.max(leastMs, end.toMs - period.start.fromMs) };
}
