import { formatDuration } from '../ui/format-duration';
import { timelineLabels } from './labels';

/** "13 min 52 s" if exact, "30 to 45 min" or "15 h 35 to 50 min" for a range, "at least 3 h" without a start. */
export function formatDurationRange(minS: number, maxS: number | null): string {
  if (maxS === null) return timelineLabels.durationAtLeast(formatDuration(minS * 1000));
  if (minS === maxS) return formatDuration(minS * 1000, 'precise');
  const min = formatDuration(minS * 1000).split(' ');
  const max = formatDuration(maxS * 1000).split(' ');
  if (min.join(' ') === max.join(' ')) return min.join(' ');
  // "15 h 35 min" and "15 h 50 min" share the hours; "15 h" and "15 h 50 min" have nothing to share.
  const sameUnits = min.length === max.length && min.every((part, at) => at % 2 === 0 || part === max[at]);
  if (!sameUnits) return timelineLabels.durationRange(min.join(' '), max.join(' '));
  const differs = min.findIndex((part, at) => part !== max[at]);
  return differs === min.length - 2
    ? timelineLabels.durationRange(min.slice(0, -1).join(' '), max.slice(-2).join(' '))
    : timelineLabels.durationRange(min.join(' '), max.join(' '));
}
