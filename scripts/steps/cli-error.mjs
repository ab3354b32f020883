import { LockHeldError } from '../../lib/core/file-lock.mjs';

/** An error that a person can fix. Its message is enough, so it is shown without a stack. */
export class CliError extends Error {
  /** @override */
  name = 'CliError';
}

/**
 * @param {unknown} error
 * @returns {string} the message of an expected error, the stack of any other
 */
export function describeError(error) {
  if (error instanceof CliError || error instanceof LockHeldError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * @param {unknown} error
 * @returns {string | undefined} such as ENOENT
 */
export function errorCode(error) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
