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

export interface ManualClock extends Clock {
  runTo(atMs: number): void;
  advance(byMs: number): void;
}

export function createManualClock(startMs: number): ManualClock {
  let nowMs = startMs;
  let order = 0;
  const tasks = new Map<number, { atMs: number; task: () => void }>();

  function earliest(limitMs: number): number | undefined {
    let found: number | undefined;
    let foundAtMs = Infinity;
    // Equal times run in insertion order, like timers.
    for (const [key, { atMs }] of tasks) {
      if (atMs <= limitMs && atMs < foundAtMs) {
        found = key;
        foundAtMs = atMs;
      }
    }
    return found;
  }

  function runTo(limitMs: number): void {
    for (let key = earliest(limitMs); key !== undefined; key = earliest(limitMs)) {
      const due = tasks.get(key);
      tasks.delete(key);
      if (due === undefined) continue;
      nowMs = Math.max(nowMs, due.atMs);
      due.task();
    }
    nowMs = Math.max(nowMs, limitMs);
  }

  return {
    now: () => nowMs,
    after(delayMs, task) {
      const key = order++;
      tasks.set(key, { atMs: nowMs + Math.max(0, delayMs), task });
      return () => void tasks.delete(key);
    },
    runTo,
    advance: (byMs) => runTo(nowMs + byMs),
  };
}
