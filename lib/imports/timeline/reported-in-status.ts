import { foldPoints } from './fold-points';
import { reportedFields, stateKey, type Point } from './point';

/**
 * What was reported in the last status, as `readReportedDetails` finds it for an import that is not gone. Others describe an
 * earlier one.
 */
export function reportedInStatus(points: readonly Point[]): (typeof reportedFields)[number][] {
  const period = foldPoints(points).periods.findLast(({ last }) => last.state.kind === 'status');
  if (period === undefined) return [];
  const inStatus = points.filter(
    ({ state, seenMs }) => stateKey(state) === period.key && seenMs > (period.start.fromMs ?? -Infinity),
  );
  return reportedFields.filter((field) => inStatus.some(({ reported }) => reported[field]));
}
