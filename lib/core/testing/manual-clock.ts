import type { Clock } from '../clock';

/** A clock that only a test advances. Sleepers wake in the order of their due times. */
export function createManualClock(start: Date | string = '2026-11-12T09:00:00Z'): Clock & {
  advance(ms: number): Promise<void>;
  /** When the next sleeper wakes; undefined if none sleeps. */
  nextWakeMs(): number | undefined;
  set(at: Date | string): void;
} {
  let nowMs = new Date(start).getTime();
  let sleepers: { dueMs: number; wake: () => void }[] = [];
  return {
    now: () => new Date(nowMs),
    set: (at) => {
      nowMs = new Date(at).getTime();
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const onAbort = () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          reject(signal?.reason);
        };
        const wake = () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        };
        const sleeper = { dueMs: nowMs + ms, wake };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    nextWakeMs: () =>
      sleepers.length === 0 ? undefined : sleepers.reduce((min, s) => Math.min(min, s.dueMs), Infinity),
    advance: async (ms) => {
      const untilMs = nowMs + ms;
      for (;;) {
        const next = sleepers.filter((s) => s.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
        if (!next) break;
        nowMs = Math.max(nowMs, next.dueMs);
        sleepers = sleepers.filter((other) => other !== next);
        next.wake();
        // Lets woken code run, so that it can sleep again within this advance.
        await new Promise((resolve) => setImmediate(resolve));
      }
      nowMs = untilMs;
    },
  };
}
