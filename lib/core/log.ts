import pino from 'pino';
import { describeForLog } from './describe-for-log';

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
}

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};

/** JSON lines without secrets. E-mail addresses in URLs are masked too, because lookups carry them in the query. */
export function createLog(options: { level: string; secrets: readonly string[]; write?: (line: string) => void }): Log {
  const scrub = createScrubber(options.secrets);
  const write = options.write ?? ((line: string) => process.stdout.write(line));
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: describeForLog },
      // Disable pino's error serializer, which prints every field that a driver attaches.
      serializers: { err: (value: unknown) => value },
    },
    { write: (line: string) => write(scrub(line)) },
  );
  return toLog(logger);
}

/** pino does not format the fields of a child, so they are described here. */
function toLog(logger: pino.Logger): Log {
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    child: (fields) => toLog(logger.child(describeForLog(fields))),
  };
}

/** Covers secrets as they are, inside JSON and inside URLs. Longest first. */
function createScrubber(secrets: readonly string[]): (line: string) => string {
  const spellings = new Set(
    secrets
      .filter((secret) => secret.length >= 4)
      .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]),
  );
  const ordered = [...spellings].toSorted((a, b) => b.length - a.length);
  return (line) => {
    let clean = line;
    for (const spelling of ordered) clean = clean.replaceAll(spelling, '[secret]');
    return clean
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
