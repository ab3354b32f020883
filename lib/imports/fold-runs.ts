import { asOfMs, earliestMs, latestMs, stateKey, toldFields, type Point, type Told } from './point';
import { placePoints } from './place-points';

/** When a state began: exactly, or not before `fromMs` (null: nobody can say) and not after `toMs`. */
export interface Begin {
  fromMs: number | null;
  toMs: number;
  exact: boolean;
}

/** A stretch of time in which every point told of the same state. */
export interface Run<P extends Point = Point> {
  key: string;
  begin: Begin;
  first: P;
  last: P;
}

export interface Fold<P extends Point = Point> {
  runs: Run<P>[];
  birth: P | undefined;
  /** What is in force of each fact, and the point that told it last. */
  facts: { [F in keyof Told]?: { told: NonNullable<Told[F]>; point: P } };
  /** The point that speaks for the latest moment. */
  freshest: P | undefined;
  firstSeenMs: number | undefined;
}

export function foldRuns<P extends Point>(points: readonly P[]): Fold<P> {
  const runs: Run<P>[] = [];
  const facts: Fold<P>['facts'] = {};
  let birth: P | undefined;
  let freshest: P | undefined;
  let firstSeenMs: number | undefined;
  let run: { key: string; points: P[] } | undefined;
  let bornMs: number | null = null;
  const closed: P[][] = [];

  const close = () => {
    const first = run?.points[0];
    const last = run?.points.at(-1);
    if (!run || !first || !last) return;
    runs.push({ key: run.key, begin: beginOf(run.points, first, boundOf(closed, first) ?? bornMs), first, last });
    closed.push(run.points);
  };

  for (const point of placePoints(points)) {
    if (!freshest || asOfMs(point) >= asOfMs(freshest)) freshest = point;
    firstSeenMs ??= asOfMs(point);
    for (const field of toldFields) setFact(facts, field, point);
    if (point.says.kind === 'created') {
      // The earliest birth counts. It bounds the first state only: what we saw before it, we saw.
      birth ??= point;
      if (!run) bornMs = point.askedMs;
    }
    const key = stateKey(point.says);
    if (key === undefined) continue;
    if (run?.key === key) {
      run.points.push(point);
    } else {
      close();
      run = { key, points: [point] };
    }
  }
  close();
  return { runs, birth, facts, freshest, firstSeenMs };
}

function setFact<P extends Point, F extends keyof Told>(facts: Fold<P>['facts'], field: F, point: P): void {
  const told = point.told[field];
  if (told !== undefined) Object.assign(facts, { [field]: { told, point } });
}

/**
 * The last moment at which we know that a state was not there yet. Only what was surely before its first point counts:
 * of two looks that were under way together, nobody can say which of them the service answered first.
 */
function boundOf(closed: readonly (readonly Point[])[], first: Point): number | null {
  const surelyBefore = (point: Point) => latestMs(point) <= earliestMs(first);
  const run = closed.findLast((points) => points.some(surelyBefore));
  return run ? Math.max(...run.filter(surelyBefore).map(earliestMs)) : null;
}

function beginOf(points: readonly Point[], first: Point, boundMs: number | null): Begin {
  if (first.happenedMs !== null) return exactly(first.happenedMs);
  // A report that falls into the time a look was under way names the moment better than the look does.
  for (const { happenedMs } of points) {
    if (happenedMs === null || happenedMs > first.seenMs || (boundMs !== null && happenedMs < boundMs)) continue;
    return exactly(happenedMs);
  }
  return { fromMs: boundMs, toMs: first.seenMs, exact: false };
}

function exactly(atMs: number): Begin {
  return { fromMs: atMs, toMs: atMs, exact: true };
}

/** How long a run lasted, given the one that followed, or `nowMs` for the one that still lasts. */
export function stayOf(run: Run, next: Run | undefined, nowMs: number): { leastMs: number; mostMs: number | null } {
  const end = next?.begin ?? { fromMs: nowMs, toMs: nowMs };
  const leastMs = Math.max(0, (end.fromMs ?? end.toMs) - run.begin.toMs);
  return { leastMs, mostMs: run.begin.fromMs === null ? null : Math.max(leastMs, end.toMs - run.begin.fromMs) };
}
