import { errorCode } from '../../core/error-code.mjs';

/** The state of the error or of its cause: drizzle wraps the errors of the driver. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof Error ? (errorCode(error) ?? sqlStateOf(error.cause)) : undefined;
}
