/** What really reached the service, and when: tests count and measure here, not at the client. */
export interface LoggedRequest {
  /** Arrival, milliseconds since 1970 with fractions, on a clock that never steps back. */
  readonly at: number;
  readonly method: string;
  /** With the query, as it came. */
  readonly path: string;
  /** What was answered; null while there is no answer, or when the weather took it. */
  status: number | null;
  /** The kind of weather that met it. */
  fault: string | null;
}

export interface RequestLog {
  add(method: string, path: string): LoggedRequest;
  entries(): readonly LoggedRequest[];
  clear(): void;
}

// Enough for hours at full rate; a simulator left running for a week must not fill the memory.
const maxEntries = 200_000;

export function createRequestLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  return {
    add(method, path) {
      const entry: LoggedRequest = {
        at: performance.timeOrigin + performance.now(),
        method,
        path,
        status: null,
        fault: null,
      };
      if (entries.length >= maxEntries) entries = entries.slice(maxEntries / 2);
      entries.push(entry);
      return entry;
    },
    entries: () => entries,
    clear() {
      entries = [];
    },
  };
}
