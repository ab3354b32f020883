export interface BulkRunner {
  /** Continues after the request was answered. The run must handle its own errors. */
  start(run: (signal: AbortSignal) => Promise<void>): void;
  /** No run starts its next item. Resolves when the running items have ended. */
  stop(): Promise<void>;
}

export function createBulkRunner(): BulkRunner {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    start: (run) => {
      const ended = run(stopping.signal).finally(() => running.delete(ended));
      running.add(ended);
    },
    stop: async () => {
      stopping.abort(new Error('bulk runs are stopping'));
      await Promise.all(running);
    },
  };
}
