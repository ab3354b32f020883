import { statusKey } from '../recognise-status';
import { reportedFields, type Point } from './point';

/** What was reported in the current status, as `readReportedDetails` finds it. Others describe an earlier one. */
export function reportedInStatus(
  points: readonly Point[],
  { statusKey: current, sinceFrom }: { statusKey: string | null; sinceFrom: Date | null },
): (typeof reportedFields)[number][] {
  const inStatus = points.filter(
    ({ state, seenMs }) =>
      state.kind === 'status' && statusKey(state.text) === current && seenMs > (sinceFrom?.getTime() ?? -Infinity),
  );
  return reportedFields.filter((field) => inStatus.some(({ reported }) => reported[field]));
}
