export interface LoggedRequest {
  /** Time of arrival in milliseconds since 1970, with fractions, monotonic. */
  readonly at: number;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Null while there is no response, or when a fault swallowed it. */
  status: number | null;
  /** The kind of fault. */
  fault: string | null;
}

export interface RequestLog {
  add(method: string, path: string): LoggedRequest;
  entries(): readonly LoggedRequest[];
  clear(): void;
}

// Bounds memory when the simulator runs for days.
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
