import { LockHeldError } from '../../lib/core/file-lock.mjs';

/** An error that a person can fix. Its message is enough, so it is shown without a stack. */
export class CliError extends Error {
  /** @override */
  name = 'CliError';
}

/** @param {unknown} error */
export function describeError(error) {
  if (error instanceof CliError || error instanceof LockHeldError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
