import { formatDuration } from '../ui/format-duration';

/**
 * How long something stayed, as far as anybody can say: "13 min 52 s" between two exact moments, "30 to 45 min" or
 * "15 h 35 to 50 min" next to a span, "at least 3 h" when its beginning is not known.
 */
export function stayWords(leastS: number, mostS: number | null): string {
  if (mostS === null) return `at least ${formatDuration(leastS * 1000)}`;
  if (leastS === mostS) return formatDuration(leastS * 1000, 'precise');
  const least = formatDuration(leastS * 1000).split(' ');
  const most = formatDuration(mostS * 1000).split(' ');
  if (least.join(' ') === most.join(' ')) return least.join(' ');
  // "15 h 35 min" and "15 h 50 min" say the hours once; "15 h" and "15 h 50 min" do not fit together.
  const sameUnits = least.length === most.length && least.every((part, at) => at % 2 === 0 || part === most[at]);
  if (!sameUnits) return `${least.join(' ')} to ${most.join(' ')}`;
  const differs = least.findIndex((part, at) => part !== most[at]);
  return differs === least.length - 2
    ? `${least.slice(0, -1).join(' ')} to ${most.slice(-2).join(' ')}`
    : `${least.join(' ')} to ${most.join(' ')}`;
}
