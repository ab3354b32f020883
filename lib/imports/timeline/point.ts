import type { ObservationSource } from '../../contract/imports';
import { statusKey, statusOrder } from '../recognise-status';

/**
 * One report (a webhook, with its own time) or read (true at some moment between request and response). Status and
 * timeline are folded from the sorted set of points, so arrival order does not matter.
 *
 * Points that changed something are stored as observations and never deleted. Reads that repeat what was known are
 * stored as confirmations, and deleted when redundant (`find-redundant-confirmations.ts`).
 */
export interface Point {
  /** Equal for repeated deliveries of the same report. */
  fingerprint: string;
  source: ObservationSource;
  by: string | null;
  state: PointState;
  sentMs: number;
  seenMs: number;
  /** Set when the payload says when it happened. */
  happenedMs: number | null;
  /** Undefined fields were not reported, which differs from empty. */
  reported: ReportedFacts;
}

export type PointState =
  | { kind: 'created' }
  | { kind: 'status'; text: string }
  /** A 404 on the import itself: cancelled, archived or unknown. */
  | { kind: 'gone' }
  /** The import exists, but no status was reported. */
  | { kind: 'nothing' };

export interface ReportedFacts {
  warnings?: { hash: string; size: number } | undefined;
  records?: { hash: string; size: number } | undefined;
  users?: { hash: string; matched: number | null; total: number | null } | undefined;
  family?: { hash: string; value: string } | undefined;
}

export const reportedFields = ['warnings', 'records', 'users', 'family'] as const;

const kindRank: Record<PointState['kind'], number> = { created: 0, nothing: 1, status: 2, gone: 3 };

/**
 * Sort time. A read counts from its request: a slow response may be old and must not override a report from in
 * between. A report stamped to the second counts from the end of that second, so that a read of the old status within
 * it is not a move back.
 */
export function positionMs(point: Pick<Point, 'sentMs' | 'happenedMs' | 'state'>): number {
  if (point.happenedMs === null || point.state.kind === 'created') return point.sentMs;
  return point.happenedMs % 1000 === 0 ? point.happenedMs + 999 : point.happenedMs;
}

export function earliestMs(point: Pick<Point, 'sentMs' | 'happenedMs'>): number {
  return point.happenedMs ?? point.sentMs;
}

/** By this time the state had certainly begun. */
export function latestMs(point: Point): number {
  return point.happenedMs === null ? point.seenMs : positionMs(point);
}

/** How far the service's clock may be behind ours. More would hide real moves back within seconds. */
export const clockToleranceMs = 5000;

/** Like `latestMs`, if the service's clock is behind. What is reported happened before the report arrived. */
export function latestPlaceMs(point: Point): number {
  if (point.happenedMs === null) return latestMs(point);
  return Math.max(positionMs(point), Math.min(point.seenMs, positionMs(point) + clockToleranceMs));
}

/** How fresh the point is. */
export function asOfMs(point: Pick<Point, 'seenMs' | 'happenedMs'>): number {
  return point.happenedMs === null ? point.seenMs : Math.min(point.happenedMs, point.seenMs);
}

/** Undefined when the point has no state. */
export function stateKey(state: PointState): string | undefined {
  if (state.kind === 'status') return `status ${statusKey(state.text)}`;
  return state.kind === 'gone' ? 'gone' : undefined;
}

/** A total order that does not depend on arrival. Points of the same time follow the usual order of statuses. */
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
