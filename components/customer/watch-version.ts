const minPauseMs = 2000;
const maxPauseMs = 5 * 60_000;
/** Slowly at first: a page that is read for an hour asks less and less often. */
const growth = 1.05;

export interface WatchedPage {
  /** The version now; null if the link does not work any more. Rejects if it cannot be read. */
  readVersion: () => Promise<string | null>;
  isAwake: () => boolean;
  /** Calls back when the page is shown again or the network is back. Returns how to stop. */
  onWake: (wake: () => void) => () => void;
  now: () => number;
}

/**
 * Calls `onChange` once when the version is another one. Asks only while the page is visible and online, less often the
 * longer nothing changes, and much less after an error. Returns how to stop.
 */
export function watchVersion(page: WatchedPage, shown: string, everyMs: number, onChange: () => void): () => void {
  let pauseMs = everyMs;
  let lastMs = page.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isChecking = false;

  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    stopWaking();
  };
  const wait = () => {
    clearTimeout(timer);
    if (!isStopped && page.isAwake()) timer = setTimeout(check, pauseMs);
  };
  const check = async () => {
    if (isStopped || isChecking || !page.isAwake()) return;
    isChecking = true;
    lastMs = page.now();
    try {
      const version = await page.readVersion();
      pauseMs = Math.min(maxPauseMs, pauseMs * growth);
      if (!isStopped && version !== shown) {
        stop();
        onChange();
      }
    } catch {
      pauseMs = Math.min(maxPauseMs, pauseMs * 2);
    }
    isChecking = false;
    wait();
  };
  const stopWaking = page.onWake(() => {
    pauseMs = everyMs;
    if (page.now() - lastMs >= minPauseMs) void check();
    else wait();
  });
  wait();
  return stop;
}
