import type { ObservationSource } from '../../contract/imports';
import { statusKey, statusOrder } from '../recognise-status';

/**
 * The record of an import is a set of points: things we were told, each at its moment. A report (a webhook) names the
 * moment itself. A look saw a state somewhere between asking and hearing the answer. Everything shown is folded from
 * the set, and the fold sorts it first, so the order in which points arrived cannot matter.
 *
 * Two kinds of rows hold points. Observations are those that changed something when they came; they are never
 * rewritten. Sightings are looks that repeated what was known; of those only the ones that can still matter are kept
 * (see `thin-sightings.ts`).
 */
export interface Point {
  /** The same fact told twice has the same fingerprint, and is one point. */
  fingerprint: string;
  source: ObservationSource;
  by: string | null;
  state: PointState;
  askedMs: number;
  seenMs: number;
  /** Set when the payload says when it happened. */
  happenedMs: number | null;
  /** What else was told, by a hash of each field; undefined fields were not told, which is not the same as empty. */
  reported: ReportedFacts;
}

export type PointState =
  /** The birth of the import, as its maker knows it. Nothing was so before. */
  | { kind: 'created' }
  | { kind: 'status'; text: string }
  /** A 404 on the import itself: cancelled, archived or unknown. */
  | { kind: 'gone' }
  /** It is there, but what was told holds no status. */
  | { kind: 'nothing' };

/** `size` is what a row shows of the field: how many warnings, records or matched users. */
export interface ReportedFacts {
  warnings?: { hash: string; size: number } | undefined;
  records?: { hash: string; size: number } | undefined;
  users?: { hash: string; matched: number | null; total: number | null } | undefined;
  family?: { hash: string; value: string } | undefined;
}

export const reportedFields = ['warnings', 'records', 'users', 'family'] as const;

const kindRank: Record<PointState['kind'], number> = { created: 0, nothing: 1, status: 2, gone: 3 };

/**
 * Where a point stands in time. A look stands at the moment of asking: an answer that took twenty seconds may be
 * twenty seconds old, and must not overrule a report from in between. A report stamped to the whole second may have
 * happened at any time in it, so it stands at its end: a look within that second that saw the old status is then no
 * move back.
 */
export function positionMs(point: Pick<Point, 'askedMs' | 'happenedMs' | 'state'>): number {
  if (point.happenedMs === null || point.state.kind === 'created') return point.askedMs;
  return point.happenedMs % 1000 === 0 ? point.happenedMs + 999 : point.happenedMs;
}

/** Before this, nothing that the point tells of had happened. */
export function earliestMs(point: Pick<Point, 'askedMs' | 'happenedMs'>): number {
  return point.happenedMs ?? point.askedMs;
}

/** By then, what the point tells of was so. */
export function latestMs(point: Point): number {
  return point.happenedMs === null ? point.seenMs : positionMs(point);
}

/** As of when a point speaks: the freshness of the record is the newest of these. */
export function asOfMs(point: Pick<Point, 'seenMs' | 'happenedMs'>): number {
  return point.happenedMs === null ? point.seenMs : Math.min(point.happenedMs, point.seenMs);
}

/** The state a point tells of, for comparing; undefined when it tells of none. */
export function stateKey(state: PointState): string | undefined {
  if (state.kind === 'status') return `status ${statusKey(state.text)}`;
  return state.kind === 'gone' ? 'gone' : undefined;
}

/** A total order that knows nothing of arrival. Facts of one moment stand in the order of the usual path. */
export function comparePoints(a: Point, b: Point): number {
  return (
    positionMs(a) - positionMs(b) ||
    kindRank[a.state.kind] - kindRank[b.state.kind] ||
    pathRank(a.state) - pathRank(b.state) ||
    a.seenMs - b.seenMs ||
    (a.fingerprint < b.fingerprint ? -1 : a.fingerprint > b.fingerprint ? 1 : 0)
  );
}

function pathRank(state: PointState): number {
  return state.kind === 'status' ? statusOrder(statusKey(state.text)) : 0;
}
