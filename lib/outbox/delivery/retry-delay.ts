import type { Random } from '../../core/clock';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** After each attempt; together about three days. */
const delaysMs = [
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
];

export const maxAttempts = delaysMs.length + 1;

/** Up to a fifth longer, so that messages that failed together are not tried together. Undefined after the last attempt. */
export function retryDelayMs(attempts: number, random: Random, atLeastMs = 0): number | undefined {
  const delayMs = delaysMs[attempts - 1];
  return delayMs === undefined ? undefined : Math.round(Math.max(delayMs, atLeastMs) * (1 + random() / 5));
}
