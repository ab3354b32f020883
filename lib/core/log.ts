import pino from 'pino';
import { currentContext } from './context.mjs';
import { createScrubber } from './scrub-secrets';

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/**
 * JSON lines without secrets. `secrets` may grow: some are entered later. E-mail addresses in URLs are masked too, because
 * lookups carry them in the query. Each line says what it belongs to: a request or a background job, and the trace.
 */
export function createLog(options: { level: string; secrets: readonly string[]; write?: (line: string) => void }): Log {
  const scrub = createLineScrubber(options.secrets);
  const write = options.write ?? ((line: string) => process.stdout.write(line));
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: describeContext,
      formatters: { level: (label) => ({ level: label }), log: describeForLog },
      // Disable pino's error serializer, which prints every field that a driver attaches.
      serializers: { err: (value: unknown) => value },
    },
    { write: (line: string) => write(scrub(line)) },
  );
}

function describeContext(): object {
  const { request, job, span } = currentContext();
  return {
    ...(request && { requestId: request.id, ...(request.route !== undefined && { route: request.route }) }),
    ...(job !== undefined && { job }),
    ...(span?.traceId !== undefined && { traceId: span.traceId }),
  };
}

function createLineScrubber(secrets: readonly string[]): (line: string) => string {
  let known = -1;
  let scrub = (line: string) => line;
  return (line) => {
    if (known !== secrets.length) {
      known = secrets.length;
      scrub = createScrubber(secrets);
    }
    return scrub(line)
      .replace(/\b(Basic|Bearer) [\w.~+/=-]{4,}/gi, '$1 [secret]')
      .replace(/[^\s"']*\/[^\s"']*/g, (word) => (looksLikeUrl(word) ? maskEmails(word) : word));
  };
}

function looksLikeUrl(word: string): boolean {
  return word.includes('://') || /[?&]/.test(word);
}

/** Split first: one expression over the whole URL would be very slow on hostile input. */
function maskEmails(address: string): string {
  return address
    .split(/([/=?&#])/)
    .map((piece) => (/@|%40/i.test(piece) ? '[e-mail]' : piece))
    .join('');
}

const secretNames =
  /^(authorization|cookie|set-cookie|password|token|secret|destination_?token|redirect_?url|api_?key|x-api-key|client_?secret|csrf_?token)$/i;

const maxDepth = 5;
const maxListItems = 100;

function describeForLog(fields: object): Record<string, unknown> {
  return describeEntries(fields, 0);
}

function describeEntries(fields: object, depth: number): Record<string, unknown> {
  const described: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    described[name] = secretNames.test(name) ? '[secret]' : describe(value, depth + 1);
  }
  return described;
}

function describe(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString();
  if (value instanceof URL) return value.href;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  // Not logged, because deeper fields are not checked for secrets.
  if (depth >= maxDepth) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, maxListItems).map((item: unknown) => describe(item, depth + 1));
  return describeEntries(value, depth);
}

/** Drivers attach queries, parameters and requests to errors, which may contain anything a user entered. */
function describeError(error: Error, depth: number): object {
  const message = withoutValue(error);
  const frames = (error.stack ?? '').replace(error.message, '').split('\n').slice(1);
  return {
    type: error.name,
    message,
    ...('code' in error && { code: String(error.code) }),
    stack: [`${error.name}: ${message}`, ...frames.filter((line) => /^\s+at /.test(line))].join('\n'),
    ...(error.cause !== undefined && { cause: depth >= maxDepth ? '[deep]' : describe(error.cause, depth + 1) }),
  };
}

/** The message without the parameters that drizzle adds, and without the value that PostgreSQL quotes (class 22). */
export function withoutValue(error: Error): string {
  const { message } = error;
  const at = message.indexOf('\nparams: ');
  if (at !== -1) return `${message.slice(0, at)}\nparams: [not shown]`;
  const isDataError = 'code' in error && /^22...$/.test(String(error.code));
  return isDataError ? message.replace(/: ".*"$/s, ': [not shown]') : message;
}
