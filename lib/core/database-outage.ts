import { currentContext } from './context.mjs';
import { LandfallError } from './errors';

/**
 * PostgreSQL's classes 08 (connection), 53 (disk, memory and connections used up) and 58 (I/O), shutdown, restart and idle timeouts, a
 * refused sign-in or database (only while connecting), a read-only server, and PGlite after it ran out of disk.
 */
const outageStates = /^(08...|53...|58...|57P0[1-5]|28000|28P01|3D000|25006|25P03|24000)$/;

const outageSystemErrors =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOSPC|EDQUOT|EROFS|EIO)$/;

/** `pg` and PGlite give these no code. */
const outageMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end|Client was closed|Client has encountered a connection error|Query read timeout|PGlite is clos|could not (extend|write to) file )/;

/** How the WebAssembly of PGlite ends after a crash. */
const crashNames = /^(RuntimeError|ExitStatus|ErrnoError)$/;

const maxDepth = 10;

/** Whether the database cannot be used at the moment. A violated constraint or wrong SQL is not an outage. */
export function isDatabaseOutage(error: unknown): boolean {
  return isOutage(error, 0);
}

/** Like `isDatabaseOutage`. Remembers it for the request, so that a page that fails because of it is answered with 503. */
export function noteDatabaseOutage(error: unknown): boolean {
  const isOutage = isDatabaseOutage(error);
  const { request } = currentContext();
  if (isOutage && request) request.databaseFailed = true;
  return isOutage;
}

function isOutage(error: unknown, depth: number): boolean {
  if (typeof error !== 'object' || error === null || depth > maxDepth) return false;
  if (error instanceof LandfallError && error.code === 'database_unavailable') return true;
  // Errors of the service and of fetch have network errors as their cause, but not the database's.
  if (error instanceof LandfallError && error.code !== 'internal') return false;
  const { name, message, code, cause, errors } = fieldsOf(error);
  if (message === 'fetch failed') return false;
  return (
    outageStates.test(code) ||
    outageSystemErrors.test(code) ||
    outageMessages.test(message) ||
    crashNames.test(name) ||
    isOutage(cause, depth + 1) ||
    errors.some((each) => isOutage(each, depth + 1))
  );
}

function fieldsOf(error: object) {
  const text = (key: string) => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : '';
  };
  const cause: unknown = Reflect.get(error, 'cause');
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return { name: text('name'), message: text('message'), code: text('code'), cause, errors };
}
