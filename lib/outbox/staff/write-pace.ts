const minuteMs = 60_000;

/** Between two messages of a rule that sends at once: longer while they keep coming, so that the mail limit is not reached. */
const pausesMs = [1, 2, 5, 10, 15].map((minutes) => minutes * minuteMs);
/** After this the first pause is used again. */
const quietMs = 30 * minuteMs;
/** A message that cannot be delivered holds back the next one for this time. */
const maxWaitMs = 60 * minuteMs;
const checkAgainMs = 15_000;

/** Which messages of a rule decide when the next one is written. */
export const considered = { limit: pausesMs.length, sinceMs: pausesMs.length * quietMs };

/** When the next message may be written; undefined for now. `writes` are those before, newest first. */
export function findPauseEnd(
  rule: { schedule: string; changedAt: Date },
  writes: readonly { at: Date; isWaiting: boolean }[],
  now: Date,
): Date | undefined {
  const [last] = writes;
  if (!last) return undefined;
  const nowMs = now.getTime();
  const lastMs = last.at.getTime();
  if (last.isWaiting && last.at >= rule.changedAt && nowMs < lastMs + maxWaitMs) {
    return new Date(Math.min(lastMs + maxWaitMs, nowMs + checkAgainMs));
  }
  if (rule.schedule !== 'now') return undefined;
  const gap = writes.findIndex(({ at }, place) => {
    const earlier = writes[place + 1];
    return !earlier || at.getTime() - earlier.at.getTime() >= quietMs;
  });
  const endMs = lastMs + (pausesMs[gap] ?? minuteMs);
  return nowMs < endMs ? new Date(endMs) : undefined;
}
