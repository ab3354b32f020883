import {
  asOfMs,
  earliestMs,
  latestMs,
  latestPlaceMs,
  positionMs,
  stateKey,
  reportedFields,
  type Point,
  type ReportedFacts,
} from './point';
import { orderPoints } from './order-points';

/** Between `fromMs` (null: unknown) and `toMs`; both are equal when exact. */
export interface PeriodStart {
  fromMs: number | null;
  toMs: number;
  exact: boolean;
}

/** A time span in which every point has the same state. */
export interface StatePeriod<P extends Point = Point> {
  key: string;
  start: PeriodStart;
  first: P;
  last: P;
}

export interface Fold<P extends Point = Point> {
  periods: StatePeriod<P>[];
  origin: P | undefined;
  /** The current value of each fact, and the point that reported it last. */
  facts: { [F in keyof ReportedFacts]?: { reported: NonNullable<ReportedFacts[F]>; point: P } };
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
      start:
        startOfDelayed(period.points, first, closed.at(-1)) ??
        startOf(period.points, first, lowerBoundOf(closed, first) ?? createdMs),
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
      // The earliest creation counts, and only limits the start of the first state.
      origin ??= point;
      if (!period) createdMs = point.sentMs;
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

/** When the state had certainly not begun. Overlapping reads do not count: their order is unknown. */
function lowerBoundOf(closed: readonly (readonly Point[])[], first: Point): number | null {
  const isBefore = (point: Point) => latestMs(point) <= earliestMs(first);
  const period = closed.findLast((points) => points.some(isBefore));
  return period ? Math.max(...period.filter(isBefore).map(earliestMs)) : null;
}

/** The start of a report that was placed after a later read: anywhere from its time to its latest place. */
function startOfDelayed(
  points: readonly Point[],
  first: Point,
  previous: readonly Point[] | undefined,
): PeriodStart | undefined {
  if (first.happenedMs === null) return undefined;
  const isDelayed = previous?.some((point) => point.happenedMs === null && point.sentMs > positionMs(first));
  if (!isDelayed) return undefined;
  const toMs = Math.min(latestPlaceMs(first), ...points.map(({ seenMs }) => seenMs));
  return { fromMs: first.happenedMs, toMs, exact: false };
}

function startOf(points: readonly Point[], first: Point, boundMs: number | null): PeriodStart {
  if (first.happenedMs !== null) return exactStart(first.happenedMs);
  // A report during the first read gives the exact time.
  for (const { happenedMs } of points) {
    if (happenedMs === null || happenedMs > first.seenMs || (boundMs !== null && happenedMs < boundMs)) continue;
    return exactStart(happenedMs);
  }
  return { fromMs: boundMs, toMs: first.seenMs, exact: false };
}

function exactStart(atMs: number): PeriodStart {
  return { fromMs: atMs, toMs: atMs, exact: true };
}

/** Without `next` the period is still open and lasts until `nowMs`. */
export function durationOf(
  period: StatePeriod,
  next: StatePeriod | undefined,
  nowMs: number,
): { leastMs: number; mostMs: number | null } {
  const end = next?.start ?? { fromMs: nowMs, toMs: nowMs };
  const leastMs = Math.max(0, (end.fromMs ?? end.toMs) - period.start.toMs);
  return { leastMs, mostMs: period.start.fromMs === null ? null : Math.max(leastMs, end.toMs - period.start.fromMs) };
}
