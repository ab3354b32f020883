/** Time as the suite sees it: handed in, so that tests need not wait for the next second. */
export interface SuiteClock {
  /** Milliseconds since 1970. */
  now(): number;
  wait(ms: number): Promise<void>;
}

/** Never set back while it runs. */
export const systemClock: SuiteClock = {
  now: () => performance.timeOrigin + performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms))),
};
