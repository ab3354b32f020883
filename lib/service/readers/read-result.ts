/** A fact that was looked for and not found: its name for the metrics, and a sentence for people. */
export interface MissingFact {
  readonly fact: string;
  readonly message: string;
}

/** What a reader makes of an answer. Readers never throw, never invent a value and quote no values in sentences. */
export interface ReadResult<T> {
  readonly value: T;
  readonly missing: readonly MissingFact[];
  /** Set when nothing that was asked for could be read, so that `value` must not be taken for an answer. */
  readonly unreadable: string | null;
}
