export interface SuiteClock {
  /** Milliseconds since 1970. */
  now(): number;
  wait(ms: number): Promise<void>;
}

/** Monotonic. */
export const systemClock: SuiteClock = {
  now: () => performance.timeOrigin + performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms))),
};
