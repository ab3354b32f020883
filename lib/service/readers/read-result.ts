/** `fact` is for metrics, `message` for people. */
export interface MissingFact {
  readonly fact: string;
  readonly message: string;
}

/** Readers never throw, never invent values and never quote values in messages. */
export interface ReadResult<T> {
  readonly value: T;
  readonly missing: readonly MissingFact[];
  /** Set when nothing could be read; `value` is then meaningless. */
  readonly unreadable: string | null;
}
