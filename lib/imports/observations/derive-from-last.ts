import { describeStatus, statusPeriodsOf, type CurrentRow, type Derived } from '../timeline/derive-current';
import { foldPoints, type Fold } from '../timeline/fold-points';
import { asOfMs, earliestMs, latestPlaceMs, positionMs, stateKey, type Point } from '../timeline/point';

/** When the point may have been true. No point before it or after it depends on anything else about it. */
const startMs = (point: Point) => Math.min(earliestMs(point), positionMs(point));
const endMs = (point: Point) => Math.max(latestPlaceMs(point), asOfMs(point));

/**
 * The last points of an import, from one on that separates them from all others: its state was seen alone, after
 * everything earlier and before everything later. Then the order of the points on either side, and what follows from it,
 * does not depend on the other side. Undefined if there is none before `incoming`, or if that contains a creation.
 */
export function findLastPoints<P extends Point>(
  points: readonly P[],
  { untilMs, incoming }: { untilMs: number; incoming: readonly Point[] },
): P[] | undefined {
  if (incoming.some(({ state }) => state.kind === 'created')) return undefined;
  // A report stamped to the second counts until the end of that second.
  let reachedMs = untilMs - (untilMs % 1000) + 999;
  const sorted = points.toSorted((a, b) => startMs(a) - startMs(b));
  const limitMs = Math.min(...incoming.map(startMs));
  for (const [index, point] of sorted.entries()) {
    const next = sorted[index + 1];
    const isAlone = startMs(point) > reachedMs && (!next || startMs(next) > endMs(point)) && limitMs > endMs(point);
    if (isAlone && stateKey(point.state) !== undefined) return sorted.slice(index);
    reachedMs = Math.max(reachedMs, endMs(point));
  }
  return undefined;
}

/**
 * What follows from all points, given the row before, the last points then, and the last points now. Undefined if that
 * depends on earlier points. Nothing but points may have been added, and no creation.
 */
export function deriveFromLast(
  before: CurrentRow,
  last: { before: readonly Point[]; after: readonly Point[] },
): { before: Derived; after: Derived } | undefined {
  const [foldBefore, fold] = [foldPoints(last.before), foldPoints(last.after)];
  // When the first of these periods began is unknown, so it must not end, or end as it did.
  if (!endsFirstPeriodAlike(foldBefore, fold) || !fold.freshest) return undefined;
  const current = fold.periods.length > 1 ? fold.periods.at(-1) : undefined;
  const lastWithStatus = fold.periods.findLast((period) => period.last.state.kind === 'status');
  const { family, warnings, records, users } = fold.facts;
  const row: CurrentRow = {
    ...before,
    ...(lastWithStatus?.last.state.kind === 'status' ? describeStatus(lastWithStatus.last.state.text) : {}),
    ...(current ? { sinceFrom: toDate(current.start.fromMs), sinceTo: toDate(current.start.toMs) } : {}),
    seenAt: new Date(asOfMs(fold.freshest)),
    seenBy: fold.freshest.source,
    gone: fold.periods.at(-1)?.key === 'gone',
    ...(family ? { family: family.reported.value } : {}),
    ...(warnings ? { warnings: warnings.reported.size } : {}),
    ...(records ? { records: records.reported.size } : {}),
    ...(users ? { usersMatched: users.reported.matched, usersTotal: users.reported.total } : {}),
  };
  const withPeriods = (derived: CurrentRow, { periods }: Fold) => ({
    row: derived,
    statusPeriods: statusPeriodsOf(periods.slice(1), derived.tool),
  });
  return { before: withPeriods(before, foldBefore), after: withPeriods(row, fold) };
}

function endsFirstPeriodAlike(before: Fold, after: Fold): boolean {
  const [a, b] = [before.periods[1], after.periods[1]];
  if (!a || !b) return a === b;
  return (
    a.key === b.key &&
    a.first.fingerprint === b.first.fingerprint &&
    a.start.fromMs === b.start.fromMs &&
    a.start.toMs === b.start.toMs
  );
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
