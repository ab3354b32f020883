export interface Clock {
  now(): number;
  after(delayMs: number, task: () => void): () => void;
}

// setTimeout fires at once for delays beyond a signed 32-bit integer, so longer ones are split.
const maxTimeoutMs = 2 ** 31 - 1;

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    after(delayMs, task) {
      let timer: NodeJS.Timeout;
      const sleep = (leftMs: number): void => {
        const pieceMs = Math.min(leftMs, maxTimeoutMs);
        timer = setTimeout(() => (leftMs > pieceMs ? sleep(leftMs - pieceMs) : task()), pieceMs);
      };
      sleep(Math.max(0, delayMs));
      return () => clearTimeout(timer);
    },
  };
}

export function createManualClock(startMs: number) {
  let nowMs = startMs;
  const tasks = new Set<{ atMs: number; task: () => void }>();

  function runTo(limitMs: number): void {
    for (;;) {
      // Equal times run in insertion order, like timers.
      const [due] = [...tasks].filter(({ atMs }) => atMs <= limitMs).sort((a, b) => a.atMs - b.atMs);
      if (due === undefined) break;
      tasks.delete(due);
      nowMs = Math.max(nowMs, due.atMs);
      due.task();
    }
    nowMs = Math.max(nowMs, limitMs);
  }

  return {
    now: () => nowMs,
    after(delayMs: number, task: () => void) {
      const entry = { atMs: nowMs + Math.max(0, delayMs), task };
      tasks.add(entry);
      return () => void tasks.delete(entry);
    },
    runTo,
    advance: (byMs: number) => runTo(nowMs + byMs),
  };
}
