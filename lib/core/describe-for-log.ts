const secretNames =
  /^(authorization|cookie|set-cookie|password|token|secret|destination_?token|redirect_?url|api_?key|x-api-key|client_?secret|csrf_?token)$/i;

const maxDepth = 5;
const maxListItems = 100;

export function describeForLog(fields: object): Record<string, unknown> {
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
  const message = withoutParameters(error.message);
  const frames = (error.stack ?? '').replace(error.message, '').split('\n').slice(1);
  return {
    type: error.name,
    message,
    ...('code' in error && { code: String(error.code) }),
    stack: [`${error.name}: ${message}`, ...frames.filter((line) => /^\s+at /.test(line))].join('\n'),
    ...(error.cause !== undefined && { cause: depth >= maxDepth ? '[deep]' : describe(error.cause, depth + 1) }),
  };
}

function withoutParameters(message: string): string {
  const at = message.indexOf('\nparams: ');
  return at === -1 ? message : `${message.slice(0, at)}\nparams: [not shown]`;
}
