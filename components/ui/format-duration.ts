const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * "42 min", "3 h 12 min", "1 day 4 h", "3 days", rounded down: hours matter only next to a single day. `coarse`: only the
 * largest unit, as in "3 d". `precise`: also seconds of minutes.
 */
export function formatDuration(ms: number, grain: 'coarse' | 'normal' | 'precise' = 'normal'): string {
  const span = Math.max(0, Math.floor(ms / SECOND) * SECOND);
  const part = (unit: number, within: number) => Math.floor((span % within) / unit);
  if (span < MINUTE) return `${span / SECOND} s`;
  if (span < HOUR) return join(part(MINUTE, HOUR), 'min', grain === 'precise' ? part(SECOND, MINUTE) : 0, 's');
  if (span < DAY) return join(part(HOUR, DAY), 'h', grain === 'coarse' ? 0 : part(MINUTE, HOUR), 'min');
  const days = Math.floor(span / DAY);
  if (grain === 'coarse') return `${days} d`;
  return days === 1 ? join(1, 'day', part(HOUR, DAY), 'h') : `${days} days`;
}

function join(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** "14 s ago", "in 5 min", "now". */
export function formatRelative(at: number, now: number): string {
  const elapsed = now - at;
  if (Math.abs(elapsed) < SECOND) return 'now';
  return elapsed > 0 ? `${formatDuration(elapsed)} ago` : `in ${formatDuration(-elapsed)}`;
}
