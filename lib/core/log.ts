import pino from 'pino';

export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
  child(facts: object): Log;
}

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};

const secretNames =
  /^(authorization|cookie|set-cookie|password|token|secret|destination_?token|redirect_?url|api_?key|x-api-key|client_?secret|csrf_?token)$/i;

/**
 * Structured lines without secrets. Two nets: names that mean a secret are masked wherever they appear, and the
 * values of the configured secrets are masked wherever they turn up, in a name, a message or a stack. E-mail
 * addresses inside URLs are masked too, since look-ups carry them in the query.
 */
export function createLog(options: { level: string; secrets: readonly string[]; write?: (line: string) => void }): Log {
  const values = options.secrets.filter((secret) => secret.length >= 4);
  const scrubText = (text: string): string => {
    let clean = text;
    for (const value of values) {
      clean = clean.replaceAll(value, '[secret]').replaceAll(encodeURIComponent(value), '[secret]');
    }
    return clean.replace(
      /(https?:\/\/[^\s"']*?|\/[^\s"']*[?&][^\s"']*?)[^\s"'/=?&@]+(@|%40)[^\s"'/&]+/gi,
      '$1[e-mail]',
    );
  };
  const destination = options.write ? { write: (line: string) => options.write?.(scrubText(line)) } : undefined;
  const stdout = { write: (line: string) => process.stdout.write(scrubText(line)) };
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (facts) => mask(facts, 0) },
      serializers: { err: pino.stdSerializers.err },
    },
    destination ?? stdout,
  );
  return logger;
}

function mask(facts: Record<string, unknown>, depth: number): Record<string, unknown> {
  const masked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (secretNames.test(name)) masked[name] = '[secret]';
    else if (depth < 4 && isPlainObject(value)) masked[name] = mask(value, depth + 1);
    else masked[name] = value;
  }
  return masked;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
