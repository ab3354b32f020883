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

/**
 * Structured lines without secrets. Two nets: names that mean a secret are masked wherever they appear, and the
 * values of the configured secrets are masked wherever they turn up, in a name, a message or a stack. E-mail
 * addresses inside URLs are masked too, since look-ups carry them in the query.
 */
export function createLog(options: { level: string; secrets: readonly string[]; write?: (line: string) => void }): Log {
  const scrub = createScrubber(options.secrets);
  const write = options.write ?? ((line: string) => process.stdout.write(line));
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: describeForLog },
      // Errors are described like everything else; pino's own way would print every field a driver hangs on them.
      serializers: { err: (value: unknown) => value },
    },
    { write: (line: string) => write(scrub(line)) },
  );
  return toLog(logger);
}

/** What a child carries is described as it is made; pino formats the facts of a line alone. */
function toLog(logger: pino.Logger): Log {
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    child: (fields) => toLog(logger.child(describeForLog(fields))),
  };
}

/** Every spelling in which a secret may stand in a line: as it is, inside JSON, inside a URL. Longest first. */
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

/** Piece by piece and not by one expression over the whole, which a hostile address could make very slow. */
function maskEmails(address: string): string {
  return address
    .split(/([/=?&#])/)
    .map((piece) => (/@|%40/i.test(piece) ? '[e-mail]' : piece))
    .join('');
}
