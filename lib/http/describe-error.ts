import { LandfallError, errorTable } from '../core/errors';

/** PostgreSQL's classes for lost connections and shutdowns, and what the socket says before it speaks at all. */
const connectionErrorCodes = /^(08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE)$/;

/** Turns whatever was thrown into an error of ours. What nobody foresaw is a plain 500, never its own words. */
export function toLandfallError(thrown: unknown): LandfallError {
  if (thrown instanceof LandfallError) return thrown;
  if (isFailedQuery(thrown) && [...causesOf(thrown)].some((cause) => connectionErrorCodes.test(codeOf(cause)))) {
    return new LandfallError('database_unavailable', { cause: thrown });
  }
  return new LandfallError('internal', { cause: thrown });
}

/**
 * What the log is told. A failed query quotes its parameters in message and stack, and those may be anything a person
 * typed; of such an error only what the database said is kept.
 */
export function describeError(error: LandfallError): { level: 'info' | 'warn' | 'error'; logFields: object } {
  const { level } = errorTable[error.code];
  const cause = [...causesOf(error.cause)].find((candidate) => !isFailedQuery(candidate));
  return {
    level,
    logFields: {
      code: error.code,
      problem: error.message,
      ...(cause instanceof Error && {
        cause: `${cause.name}: ${cause.message}`.slice(0, 1000),
        ...(level === 'error' && { stack: cause.stack?.slice(0, 4000) }),
      }),
    },
  };
}

function* causesOf(thrown: unknown): Generator {
  let current = thrown;
  for (let depth = 0; depth < 5 && current !== undefined && current !== null; depth += 1) {
    yield current;
    current = current instanceof Error ? current.cause : undefined;
  }
}

function isFailedQuery(thrown: unknown): boolean {
  return thrown instanceof Error && 'query' in thrown && 'params' in thrown;
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}
