import { describeJson } from '../dialect/describe-json';
import type { FactLocation } from '../dialect/dialect';

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

/** Facts of an object that are null. With `locations`, the messages name configured paths. */
export function listMissing<Fact extends string>(options: {
  section: string;
  subject: string;
  json: unknown;
  called: Readonly<Record<Fact, string>>;
  value: Readonly<Record<NoInfer<Fact>, unknown>>;
  locations?: Readonly<Record<NoInfer<Fact>, FactLocation>>;
}): MissingFact[] {
  const missing: MissingFact[] = [];
  for (const fact in options.called) {
    if (options.value[fact] !== null) continue;
    const where = options.locations?.[fact];
    const configuredAt =
      where && 'paths' in where ? ` at ${where.paths.join(' or ')}, where the dialect file says it is` : '';
    missing.push({
      fact: `${options.section}.${fact}`,
      message: `${options.subject} has no ${options.called[fact]}${configuredAt}; ${describeJson(options.json)}`,
    });
  }
  return missing;
}

export function unreadableList(of: string, envelope: string | undefined, json: unknown): ReadResult<never[]> {
  const configuredAt = envelope === undefined ? '' : ` at ${envelope}, where the dialect file says`;
  return {
    value: [],
    missing: [],
    unreadable: `The answer holds no list of ${of}${configuredAt}; ${describeJson(json)}.`,
  };
}
